import type { Account, Handlers } from '../http/handler.ts';
import { Refusal, unauthorized } from '../http/refusal.ts';
import type { Services } from '../services.ts';
import { accountById } from '../store/accounts.ts';
import { countTry, forgive } from '../store/attempts.ts';
import { passwordFits } from '../store/passwords.ts';
import { markReauthenticated } from '../store/sessions.ts';

/** Free wrong tries of a signed-in person to prove who they are. */
const FREE = 10;
/** By the session, so that whoever has a stolen token cannot bar its person, who signs in anew. */
const triesOf = ({ sessionId }: Account) => `password in session ${sessionId}`;

/** Throws a Refusal at `field` where this is not the password of whoever calls; wrong tries are counted. */
export async function checkPassword(
  { db, config }: Pick<Services, 'db' | 'config'>,
  account: Account,
  password: string,
  wrong: { field: string; message: string },
): Promise<void> {
  const tries = triesOf(account);
  await countTry(db, [{ key: tries, free: FREE }]);
  const row = await accountById(db, account.id);
  if (!row) throw unauthorized();
  if (!(await passwordFits(password, row.password_hash, config))) throw Refusal.at(wrong.field, 400, wrong.message);
  await forgive(db, [tries], true);
}

/** Proving again who one is, for what a token alone must not do. */
export const reauthenticateHandlers: Handlers<'reauthenticate'> = {
  async reauthenticate({ account, body, note }, services) {
    await checkPassword(services, account, body.password, { field: 'password', message: 'server.wrongOwnPassword' });
    await services.db.transaction().execute(async (trx) => {
      await markReauthenticated(trx, account.sessionId);
      await note(trx, { recordId: account.sessionId });
    });
    return { data: null };
  },
};
