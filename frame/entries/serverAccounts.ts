/** Server entry for accounts: rows, sessions, passwords and limits. */

export {
  createAccount,
  deleteAccount,
  findAccountByEmail,
  findAccountById,
  findAccountsByRole,
  type NewAccount,
  normalizeKey,
  selectAccounts,
} from '../server/accounts/accountRows.ts';
export { countAttempt } from '../server/accounts/countAttempts.ts';
export { endAccess } from '../server/accounts/endAccess.ts';
export { deleteIdentities } from '../server/accounts/identityRows.ts';
export { hashPassword, verifyPassword } from '../server/accounts/passwordHash.ts';
export { hashNewPassword } from '../server/accounts/passwordRule.ts';
export { consumeQuota } from '../server/accounts/quotas.ts';
export { deleteFactors, findFactors } from '../server/accounts/secondFactorRows.ts';
export { endSessions, findLiveSession } from '../server/accounts/sessionRows.ts';
