// npm run admin:reset -- <e-mail>: creates a manager, or unlocks an existing one.
// Sets a new password (printed once, valid for a day), removes further steps and links to the identity provider, ends all
// sessions and clears all waiting times.
// An account whose role was removed becomes a manager. Recorded in the activity log.

import { createAccount, findAccountByEmail } from '../server/accounts/accountRows.ts';
import { unlinkAccount } from '../server/accounts/endAccess.ts';
import { createFirstPassword } from '../server/accounts/passwordHash.ts';
import { updatePassword } from '../server/accounts/profileRows.ts';
import { createActivityLog } from '../server/activity/activityLog.ts';
import { CommandError } from '../server/base/operatorErrors.ts';
import { openStore } from '../server/migrations/openStore.ts';
import { email as rule } from '../wire/validationRules.ts';
import { runCommand } from './command.ts';

await runCommand(async (config, [given]) => {
  const email = rule.safeParse(given);
  if (!email.success) throw new CommandError('Say whose: npm run admin:reset -- somebody@example.com');
  const { roles } = config.app;
  const [manager] = roles.managers;
  if (!manager) throw new CommandError('src/roles.ts: no role has manages: true.');
  const store = await openStore(config);
  try {
    const { password, passwordHash } = await createFirstPassword(config);
    const { role, isNew } = await store.db.transaction().execute(async (db) => {
      const within = { db, app: config.app };
      const found = await findAccountByEmail(db, email.data);
      if (found && roles.names.includes(found.role) && !roles.isManager(found.role))
        throw new CommandError(`${email.data} has the role "${found.role}", which does not manage the others.`);
      const role = found && roles.isManager(found.role) ? found.role : manager;
      const names = { email: email.data, username: email.data, fullName: 'Administrator' };
      const { id } = found ?? (await createAccount(within, { ...names, role, passwordHash }));
      await updatePassword(within, id, passwordHash);
      await unlinkAccount(within, id);
      await db.updateTable('accounts').set({ is_active: 1, role }).where('id', '=', id).execute();
      await db.deleteFrom('attempts').execute();
      const fields = found && found.role !== role ? ['password', 'role'] : ['password'];
      const entry = { at: Date.now(), accountId: id, recordId: id, address: 'server', details: { fields } };
      const operation = found ? 'change' : 'create';
      await createActivityLog(config, store).append(db, [{ ...entry, operation, resource: 'profile' }]);
      return { role, isNew: !found };
    });
    return `${isNew ? 'Made' : 'Unlocked'} the ${role} ${email.data}; password: ${password} (printed only this once; good for 24 hours: change it in the settings)`;
  } finally {
    await store.close();
  }
});
