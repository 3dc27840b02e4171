import { join } from 'node:path';
import { sql } from 'kysely';
import type { AnyResource } from 'portal-frame';
import { buildApp, createServices, createTables, openStore, readConfig } from 'portal-frame/internal/server';
import { createAccount, hashPassword } from 'portal-frame/server/accounts';
import portal from '../../server/app.ts';
import { withKept } from '../api/kept.ts';
import { TIME_ZONE } from './calls.ts';
import { dropDerived } from './collectionAsks.ts';
import { fillScene } from './collectionScenes.ts';
import { PASSWORD } from './data.ts';
import { watchTurns } from './longestTurn.ts';
import { UNLIMITED } from './measure.ts';
import { type Asked, PEOPLE, SCENE } from './waitsScene.ts';

// Server process of waits.ts: `node waitsServer.ts folder rows [database]`.
const [dataDir = '', rows = '', databaseUrl] = process.argv.slice(2);
const config = {
  ...readConfig(
    {
      ...{ TIME_ZONE, DEMO: 'off', DATA_DIR: dataDir, ...UNLIMITED },
      ...(databaseUrl && { DATABASE_URL: databaseUrl }),
    },
    portal,
  ),
  argonMemoryKib: 64,
};
const store = await openStore(config);
const resources = withKept(SCENE.resources as readonly AnyResource[]);
const services = createServices(config, store, { resources });
const passwordHash = await hashPassword(PASSWORD, config);
for (const person of PEOPLE)
  await createAccount(store, {
    role: 'admin',
    fullName: person,
    email: `${person}@bench.test`,
    username: person,
    passwordHash,
  });
const app = await buildApp(services, { level: 'error' });
await app.ready();
// Search and count indexes are built at once.
await dropDerived(store);
await fillScene(store, SCENE, services.collections, Number(rows));
await createTables(store, services.collections);
if (store.kind === 'postgres') await sql`vacuum analyze`.execute(store.db);

const turns = watchTurns();
let backups = 0;
process.on('message', async (asked: Asked) => {
  if (asked === 'turns') turns.reset();
  if (asked === 'backup')
    await (await portal.commands?.backup?.())?.default({ app: portal, config }, [join(dataDir, `backup-${++backups}`)]);
  process.send?.(turns.longest());
});
process.on('disconnect', () => process.exit());
process.send?.(await app.listen({ port: 0, host: '127.0.0.1' }));
