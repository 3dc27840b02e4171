import '../app/server/app.ts';
import { archiveAudit } from '../../server/audit/archiveAudit.ts';
import { readConfig } from '../../server/config.ts';
import { createServices } from '../../server/createServices.ts';
import { openStore } from '../../server/migrations/openStore.ts';
import { everyStatement } from './statements.ts';

/** Archives the audit trail in a process of its own: ended by SIGKILL before a statement, or given the statements. */
const [word = ''] = process.argv.slice(2);
const { DATA_DIR, DATABASE_URL = '' } = process.env;
const config = readConfig({ DATA_DIR, DATABASE_URL, TIME_ZONE: 'America/New_York', DEMO: 'off' });
const services = createServices(config, await openStore(config));
let count = 0;
everyStatement((_, sql) => {
  count += 1;
  if (word === 'list') console.log(JSON.stringify(sql));
  else if (count === Number(word)) process.kill(process.pid, 'SIGKILL');
});
await archiveAudit(services, { now: Date.now(), until: Date.UTC(2025, 0, 1), rowsPerFile: 250 });
process.exit(0);
