import { copyFileSync, globSync, mkdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { planCollections } from '../../server/collections/plan.ts';
import { makeTables } from '../../server/collections/tables.ts';
import { readConfig } from '../../server/config.ts';
import { firstAdmin } from '../../server/firstAdmin.ts';
import { openStore } from '../../server/store/open.ts';
import supplies from '../fixtures/supplies.ts';
import { type Beat, everyStatement } from './statements.ts';

/**
 * What a start does to a database, in the server's order, in a process of its own. `list` writes all statements to its
 * output; `kill <number>` ends it by SIGKILL before that statement; `copy <folder>` keeps the files of SQLite as they are
 * before each statement, which is what a SIGKILL there leaves.
 */
const [how, word = ''] = process.argv.slice(2);
const { DATA_DIR = '' } = process.env;
const beats: Record<string, Beat> = {
  list: (_, sql) => console.log(JSON.stringify(sql)),
  kill(count) {
    if (count === Number(word)) process.kill(process.pid, 'SIGKILL');
  },
  copy(count, sql) {
    if (/^(select|with)/.test(sql)) return;
    const folder = join(word, String(count));
    mkdirSync(folder, { recursive: true });
    for (const file of globSync(join(DATA_DIR, 'portal.sqlite*'))) copyFileSync(file, join(folder, basename(file)));
  },
};
everyStatement(beats[how ?? 'list'] as Beat);
const config = { ...readConfig(process.env), argonMemory: 64 };
const store = await openStore(config);
await firstAdmin({ config, store }, () => {});
await makeTables(store, planCollections([supplies]));
await store.close();
