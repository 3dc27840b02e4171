import { requiredMessage } from '../../wire/validationRules.ts';
import { findAccountById } from '../accounts/accountRows.ts';
import { countAttempt, takeBackAttempts } from '../accounts/countAttempts.ts';
import { verifyPassword } from '../accounts/passwordHash.ts';
import { markReauthenticated } from '../accounts/sessionRows.ts';
import { findIdentityProof } from '../accounts/signInSteps.ts';
import { HttpError, unauthorized } from '../base/httpError.ts';
import type { Account } from '../http/callHandler.ts';
import type { Services } from '../services.ts';
import type { SomeFrameHandlers } from './frameHandlers.ts';

const FREE_TRIES = 10;
/** Counted by session, so that the holder of a stolen token cannot lock out the person. */
const toTriesKey = ({ sessionId }: Account) => `password in session ${sessionId}`;

/** Throws an HttpError at `wrong.field` for a wrong password; attempts are limited. */
export async function checkPassword(
  { db, config }: Pick<Services, 'db' | 'config'>,
  account: Account,
  password: string,
  wrong: { field: string; message: string },
): Promise<void> {
  const tries = toTriesKey(account);
  await countAttempt(db, [{ key: tries, freeAttempts: FREE_TRIES }]);
  const row = await findAccountById(db, account.id);
  if (!row) throw unauthorized();
  if (!(await verifyPassword(password, row.password_hash, config)))
    throw HttpError.forField(wrong.field, 400, wrong.message);
  await takeBackAttempts(db, [tries], { all: true });
}

/** A second proof of identity, by that of a plug-in if the account has one. */
export const reauthenticateHandlers = {
  async reauthenticateOptions({ account, request }, services) {
    const proof = await findIdentityProof(services, account.id);
    return { data: proof ? await proof.ask(services, request, account) : { methods: ['password'] } };
  },

  async reauthenticate({ account, body, request, note }, services) {
    const { db } = services;
    const proof = await findIdentityProof(services, account.id);
    if (!proof) {
      if (!body.password) throw HttpError.forField('password', 400, requiredMessage('password'));
      await checkPassword(services, account, body.password, { field: 'password', message: 'server.wrongOwnPassword' });
    } else {
      const tries = toTriesKey(account);
      await countAttempt(db, [{ key: tries, freeAttempts: FREE_TRIES }]);
      await proof.verify(services, request, account, body);
      await takeBackAttempts(db, [tries], { all: true });
    }
    await db.transaction().execute(async (trx) => {
      await markReauthenticated(trx, account.sessionId);
      await note(trx, { recordId: account.sessionId });
    });
    return { data: null };
  },
} satisfies SomeFrameHandlers;
