// npm run migrate:postgres [-- --force]: copies DATA_DIR's SQLite database to the empty PostgreSQL of DATABASE_URL.
import { BackupError } from '../server/backup/loadSnapshot.ts';
import { moveToPostgres } from '../server/backup/moveToPostgres.ts';
import { runCommand } from './command.ts';

await runCommand(async ({ app, dataDir, databaseUrl }, _, force) => {
  if (!databaseUrl) throw new BackupError('DATABASE_URL must name the PostgreSQL database to move to.');
  const counts = await moveToPostgres({ app, dataDir }, databaseUrl, { force });
  const lines = Object.entries(counts).map(([table, rows]) => `${String(rows).padStart(9)} ${table}`);
  return `${lines.join('\n')}\nMoved. The uploads stay where they are. Start the server with DATABASE_URL from now on.`;
});
