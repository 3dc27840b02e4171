/** Server entry for accounts: rows, sessions, passwords and limits. */

export {
  createAccount,
  deleteAccount,
  findAccountByEmail,
  findAccountById,
  findAccountsByRole,
  lockAccount,
  type NewAccount,
  normalizeKey,
  selectAccounts,
} from '../server/accounts/accountRows.ts';
export { countAttempt } from '../server/accounts/countAttempts.ts';
export { saveEmailChange } from '../server/accounts/emailChanges.ts';
export { endAccess } from '../server/accounts/endAccess.ts';
export { deleteIdentities } from '../server/accounts/identityRows.ts';
export { hashPassword, verifyPassword } from '../server/accounts/passwordHash.ts';
export { hashNewPassword } from '../server/accounts/passwordRule.ts';
export {
  type ProfileUpdate,
  requireOtherManager,
  toProfileColumns,
  updateAccount,
} from '../server/accounts/profileRows.ts';
export { consumeQuota } from '../server/accounts/quotas.ts';
export { deleteFactors, findFactors } from '../server/accounts/secondFactorRows.ts';
export { clearOutlives, endSessions, findLiveSession } from '../server/accounts/sessionRows.ts';
export { changeAccount, removeAccount } from '../server/outbox/accountChanges.ts';
