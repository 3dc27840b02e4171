import type { AnyResource } from '../../config/resource.ts';
import { type CollectionRow, toCollectionDb } from '../../server/records/schema/collectionDb.ts';
import { toRowColumns } from '../../server/records/schema/recordRow.ts';
import { frameCalls } from '../../wire/index.ts';
import app from '../app/server/app.ts';
import branches from '../app/src/resources/branches.ts';
import workers from '../app/src/resources/workers.ts';
import { emailOf, TIME_ZONE } from './people.ts';
import { serversOf, type TestedApp, type TestServer as TestServerOf } from './testServer.ts';

export { emailOf, PASSWORD, TIME_ZONE } from './people.ts';

/** Accounts of the workshop's tests. */
const PEOPLE = {
  admin: { role: 'admin', fullName: 'Ada Admin' },
  worker: { role: 'worker', fullName: 'Zoë Ångström', code: 'W-007' },
  worker2: { role: 'worker', fullName: 'Ben Basic', code: 'W-008' },
  branch: { role: 'branch', fullName: 'Northside' },
  branch2: { role: 'branch', fullName: 'O’Hara & Søn <Shop>' },
};
export type Person = keyof typeof PEOPLE;
/** A call of the frame, or of a plug-in, which the types do not know. */
type CallName = keyof typeof frameCalls | (string & {});
export type TestServer = TestServerOf<CallName, Person>;

/** True if the workshop lists a plug-in: without one, tests of what is left still run. */
export const hasPlugin = (name: string): boolean => app.plugins?.some(({ plugin }) => plugin.name === name) ?? false;

/** Resources in addition to the workshop's own. */
export const withOwn = (resources: readonly AnyResource[]): AnyResource[] => [
  ...resources,
  ...([workers, branches] as unknown as AnyResource[]),
];

/** The app in frame/tests/app: two collections whose records are accounts, plus the resources of a test. */
const WORKSHOP: TestedApp<CallName, Person> = {
  app,
  calls: { ...frameCalls, ...Object.fromEntries((app.calls ?? []).map(({ name, call }) => [name, call])) },
  people: PEOPLE,
  template: 'TEST_WORKSHOP',
  withOthers: withOwn,
  async settle({ db, collections }, ids) {
    for (const [person, { role, ...values }] of Object.entries(PEOPLE)) {
      const collection = collections.find(({ resource }) => resource.accounts === role);
      if (!collection) continue;
      const row = toRowColumns(collection, { ...values, email: emailOf(person) }, TIME_ZONE);
      const at = Date.now();
      const system = { version: 1, created_at: at, created_by: 'Ada Admin', changed_at: at, changed_by: 'Ada Admin' };
      await toCollectionDb(db)
        .insertInto(collection.table)
        .values({ ...row, ...system, id: ids[person as Person] } as CollectionRow)
        .execute();
    }
  },
};

export const { startServer, serverForTest, serverForAll } = serversOf(WORKSHOP);
