// npm run admin:reset -- <e-mail>: break-glass. Makes an admin of that address, or unlocks the one there is: a new
// password, printed once and good for a day, no second factor, active, all sessions ended, no waits. Recorded in the audit trail.

import { command } from '../frame/commands/command.ts';
import { BackupError } from '../frame/server/backup/load.ts';
import { accountByEmail, createAccount } from '../frame/server/store/accounts.ts';
import { appendAudit } from '../frame/server/store/audit.ts';
import { clearFactors } from '../frame/server/store/factors.ts';
import { openStore } from '../frame/server/store/open.ts';
import { firstPassword } from '../frame/server/store/passwords.ts';
import { changePassword } from '../frame/server/store/profiles.ts';
import { email as rule } from '../frame/wire/rules.ts';

await command(async (config, [given]) => {
  const email = rule.safeParse(given);
  if (!email.success) throw new BackupError('Say whose: npm run admin:reset -- somebody@example.com');
  const store = await openStore(config);
  try {
    const { password, passwordHash } = await firstPassword(config);
    const made = await store.db.transaction().execute(async (db) => {
      const found = await accountByEmail(db, email.data);
      if (found && found.role !== 'admin') throw new BackupError(`${email.data} is the account of an ${found.role}.`);
      const names = { email: email.data, username: email.data, fullName: 'Administrator' };
      const { id } = found ?? (await createAccount(db, { ...names, role: 'admin', passwordHash }));
      await changePassword(db, id, passwordHash);
      await clearFactors(db, id);
      await db.updateTable('accounts').set({ is_active: 1 }).where('id', '=', id).execute();
      await db.deleteFrom('attempts').execute();
      const entry = {
        at: Date.now(),
        accountId: id,
        recordId: id,
        address: 'server',
        details: { fields: ['password'] },
      };
      await appendAudit(db, store.kind, [{ ...entry, operation: found ? 'change' : 'create', resource: 'admins' }]);
      return !found;
    });
    return `${made ? 'Made' : 'Unlocked'} the admin ${email.data}; password: ${password} (printed only this once; good for 24 hours: change it in the settings)`;
  } finally {
    await store.close();
  }
});
