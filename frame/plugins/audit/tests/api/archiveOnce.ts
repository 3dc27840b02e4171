import { readConfig } from '../../../../server/config.ts';
import { createServices } from '../../../../server/createServices.ts';
import { openStore } from '../../../../server/migrations/openStore.ts';
import { everyStatement } from '../../../../tests/api/statements.ts';
import app from '../../../../tests/app/server/app.ts';
import { archiveAudit } from '../../server/archiveAudit.ts';

export const UNTIL = Date.UTC(2025, 0, 1);
export const ROWS_PER_FILE = 250;

// Archives the audit trail in a process of its own, ended by SIGKILL before a statement.
const [word] = process.argv.slice(2);
if (word) {
  const { DATA_DIR, DATABASE_URL = '' } = process.env;
  const config = readConfig({ DATA_DIR, DATABASE_URL, TIME_ZONE: 'America/New_York', DEMO: 'off' }, app);
  const services = createServices(config, await openStore(config));
  everyStatement((count) => {
    if (count === Number(word)) process.kill(process.pid, 'SIGKILL');
  });
  await archiveAudit(services, { now: Date.now(), until: UNTIL, rowsPerFile: ROWS_PER_FILE });
  process.exit(0);
}
