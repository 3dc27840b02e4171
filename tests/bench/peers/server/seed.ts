// Fills the database of this app. Runs in its folder. Arguments: data folder, number of tools, address of PostgreSQL.
import { getPageRoles } from 'portal-frame/roles';
import '../src/roles.ts';
import './app.ts';
import { insertRow, type RecordValues, toRowColumns } from 'portal-frame/internal/records';
import { createTables, loadResources, openStore, planCollections } from 'portal-frame/internal/server';
import { createAccount, hashPassword } from 'portal-frame/server/accounts';
import { BRANCHES, idOf, loanValues, PEERS, type Role, toolValues } from '../../peersData.ts';

const [dataDir = '', rows = '', databaseUrl] = process.argv.slice(2);
const store = await openStore({ dataDir, ...(databaseUrl && { databaseUrl }) });
const collections = planCollections(await loadResources({ roles: getPageRoles() }));
await createTables(store, collections);

async function fill(name: string, many: number, valuesOf: (n: number) => RecordValues): Promise<void> {
  const collection = collections.find(({ resource }) => resource.name === name);
  if (!collection) throw new Error(`There is no ${name}.`);
  await store.db.transaction().execute(async (db) => {
    for (let n = 1; n <= many; n++) {
      const stamps = {
        id: idOf(n),
        version: 1,
        created_at: n,
        created_by: idOf(1),
        changed_at: n,
        changed_by: idOf(1),
      };
      await insertRow(db, collection, { ...toRowColumns(collection, valuesOf(n), 'UTC'), ...stamps });
    }
  });
}

const roles: Role[] = ['manager', 'clerk'];
for (const [at, role] of roles.entries()) {
  const { email, password } = PEERS[role];
  const passwordHash = await hashPassword(password, { argonMemoryKib: 64 });
  await createAccount(store, { id: idOf(at + 1), role, email, username: email, passwordHash, fullName: role });
}
await fill('clerks', 2, (n) => ({ fullName: `Clerk ${n}`, email: n === 2 ? PEERS.clerk.email : `c${n}@example.test` }));
await fill('branches', BRANCHES, (n) => ({
  name: `Branch ${n}`,
  town: `Town ${n % 9}`,
  clerks: n === 7 ? [idOf(2)] : null,
}));
await fill('tools', Number(rows), toolValues);
await fill('loans', 3 * Number(rows), (n) => loanValues(n, Number(rows)));
await store.close();
