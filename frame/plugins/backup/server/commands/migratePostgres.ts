import type { Command } from 'portal-frame/server';
import { CommandError } from 'portal-frame/server/storage';
import { moveToPostgres } from '../moveToPostgres.ts';

/** npm run migrate:postgres [-- --force]: copies DATA_DIR's SQLite database to the empty PostgreSQL of DATABASE_URL. */
const migratePostgres: Command = async ({ app, config: { dataDir, databaseUrl } }, args) => {
  if (!databaseUrl) throw new CommandError('DATABASE_URL must name the PostgreSQL database to move to.');
  const counts = await moveToPostgres({ app, dataDir }, databaseUrl, { force: args.includes('--force') });
  const lines = Object.entries(counts).map(([table, rows]) => `${String(rows).padStart(9)} ${table}`);
  return `${lines.join('\n')}\nMoved. The uploads stay where they are. Start the server with DATABASE_URL from now on.`;
};
export default migratePostgres;
