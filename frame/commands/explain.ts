// npm run explain -- <resource> <record's id> <e-mail, username or id>: tells if the account sees the record, and which
// rule decides.
import { CommandError } from '../server/base/operatorErrors.ts';
import { openStore } from '../server/migrations/openStore.ts';
import { explainAccess } from '../server/records/access/explainAccess.ts';
import { loadResources } from '../server/records/schema/loadResources.ts';
import { readStoredCollections } from '../server/schemaSync/storedCollections.ts';
import { runCommand } from './command.ts';

await runCommand(async (config, [resource, id, who]) => {
  if (!resource || !id || !who)
    throw new CommandError(
      'Say what and whose: npm run explain -- supplies 65f0c1d2e3a4b5c6d7e8f901 somebody@example.com',
    );
  const resources = await loadResources(config.app);
  const store = await openStore(config);
  try {
    const collections = await readStoredCollections(store, resources, config.timeZone);
    const key = who.toLowerCase();
    const account = await store.db
      .selectFrom('accounts')
      .select(['id', 'role', 'email'])
      .where('deleted_at', 'is', null)
      .where((row) => row.or([row('email_key', '=', key), row('username_key', '=', key), row('id', '=', who)]))
      .executeTakeFirst();
    if (!account) throw new CommandError(`There is no account "${who}".`);
    const on = { db: store.db, collections };
    const reader = { ...account, sessionId: '', reauthenticatedAt: 0 };
    const collection = collections.find((one) => one.resource.name === resource);
    if (!collection) {
      const names = collections.map((one) => one.resource.name).join(', ');
      throw new CommandError(`"${resource}" is no resource whose records are kept here (${names}).`);
    }
    const { isVisible, reasons } = await explainAccess(on, collection, id, reader);
    const line = `${account.email} (${account.role}) ${isVisible ? 'sees' : 'does not see'} ${resource} ${id}`;
    return [line, ...reasons.map((one) => `  ${one}`)].join('\n');
  } finally {
    await store.close();
  }
});
