/** Server entry for accounts: rows, sessions, passwords and limits. */

export {
  type AccountContext,
  createAccount,
  deleteAccount,
  findAccountByEmail,
  findAccountById,
  findAccountsByRole,
  normalizeKey,
  rejectTakenValues,
  selectAccounts,
} from '../server/accounts/accountRows.ts';
export { countAttempt } from '../server/accounts/countAttempts.ts';
export { unlinkAccount } from '../server/accounts/endAccess.ts';
export { toLookAlikeKey } from '../server/accounts/lookAlikeKey.ts';
export { hashPassword, verifyPassword } from '../server/accounts/passwordHash.ts';
export { hashNewPassword } from '../server/accounts/passwordRule.ts';
export { consumeQuota } from '../server/accounts/quotas.ts';
export { endSessions, findLiveSession } from '../server/accounts/sessionRows.ts';
export { hasIdentityProof } from '../server/accounts/signInSteps.ts';
export type { NewAccount } from '../server/appInterfaces.ts';
export { accountToWire } from '../server/calls/accountHandlers.ts';
export { sessionsToWire } from '../server/calls/sessions.ts';
export { findAccountNames } from '../server/records/read/findRecords.ts';
