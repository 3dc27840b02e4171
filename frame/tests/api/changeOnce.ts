import '../app/server/app.ts';
import { type Fields, number, references, text } from 'portal-frame';
import { openStore } from '../../server/migrations/openStore.ts';
import { syncToConfigs } from '../../server/schemaSync/syncOnStart.ts';
import { resourceOf } from './resourceOf.ts';
import { everyStatement } from './statements.ts';

/** A start with changed configs, in a process of its own: ended by SIGKILL before a statement, or given how many there are. */
const [word = ''] = process.argv.slice(2);
const { DATA_DIR = '', DATABASE_URL } = process.env;
const title = text({ required: true });
export const BEFORE = [
  resourceOf('things', {
    title,
    count: text(),
    gone: text(),
    many: references({ to: 'things', text: '{title}' }),
  } as Fields),
];
export const AFTER = [
  resourceOf(
    'goods',
    {
      name: text({ required: true, renamedFrom: 'title', unique: true }),
      count: number(),
      more: text({ default: 'x' }),
      many: references({ to: 'goods', text: '{name}' }),
    } as Fields,
    { renamedFrom: 'things', dropped: ['gone'] },
  ),
];

if (word) {
  const store = await openStore({ dataDir: DATA_DIR, ...(DATABASE_URL && { databaseUrl: DATABASE_URL }) });
  let count = 0;
  everyStatement((_, sql) => {
    count += 1;
    if (word === 'list') console.log(JSON.stringify(sql));
    else if (count === Number(word)) process.kill(process.pid, 'SIGKILL');
  });
  await syncToConfigs(store, { resources: AFTER, zone: 'America/New_York' });
  await store.close();
}
