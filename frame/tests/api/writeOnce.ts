import { type Fields, text } from 'portal-frame';
import { readConfig } from '../../server/config.ts';
import { createServices } from '../../server/createServices.ts';
import { openStore } from '../../server/migrations/openStore.ts';
import { records } from '../../server/records/operations/recordsApi.ts';
import { systemContext, transaction } from '../../server/records/operations/recordsContext.ts';
import { defineHooks } from '../../server/records/write/runHooks.ts';
import { syncToConfigs } from '../../server/schemaSync/syncOnStart.ts';
import app from '../app/server/app.ts';
import { resourceOf } from './resourceOf.ts';
import { everyStatement } from './statements.ts';

const title = text({ required: true, unique: true });
const tableOf = (name: string) => resourceOf(name, { title } as Fields, { history: true });
const things = tableOf('things');
export const RESOURCES = [things, tableOf('copies')];
const hooks = {
  things: defineHooks(things, {
    after: {
      create: async ({ values, records: api }) =>
        void (await api.create('copies', { title: `Copy of ${values.title}` })),
    },
    afterAll: async ({ changes, records: api }) =>
      void (await api.create('copies', { title: `${changes.length} changes` })),
  }),
};

// A job in a process of its own: ended by SIGKILL before a statement, or given the statements.
const [word = ''] = process.argv.slice(2);
if (word) {
  const { DATA_DIR, DATABASE_URL = '' } = process.env;
  const config = readConfig({ DATA_DIR, DATABASE_URL, TIME_ZONE: 'America/New_York', DEMO: 'off' }, app);
  const store = await openStore(config);
  const services = { ...createServices(config, store, { resources: RESOURCES, hooks }) };
  services.collections = await syncToConfigs(store, { resources: RESOURCES, zone: config.timeZone });
  let count = 0;
  everyStatement((_, sql) => {
    count += 1;
    if (word === 'list') console.log(JSON.stringify(sql));
    else if (count === Number(word)) process.kill(process.pid, 'SIGKILL');
  });
  await transaction(systemContext(services, 'job'), async (tx) => {
    const { id } = await records(tx).create('things', { title: 'One' });
    await records(tx).update('things', id, { title: 'Two' });
    await records(tx).create('things', { title: 'Three' });
  });
  process.exit(0);
}
