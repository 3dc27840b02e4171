import { homeOf } from '../../session/home.ts';
import { currentAccount, currentRole, isSameAccount } from '../../session/session.ts';
import { giveUpUnsaved, signedInAgain, unsavedOwner } from '../../session/unsaved.ts';

/** Leaves for an address by loading it: nothing of this screen is left in memory, and nothing that was typed. */
export function leaveFor(path: string): void {
  giveUpUnsaved();
  location.replace(path);
}

/** Once somebody is signed in again: the same person goes on where they were, another one sees their own first screen. */
export function goOn(): void {
  const owner = unsavedOwner();
  const account = currentAccount();
  const role = currentRole();
  if (owner && account && isSameAccount(owner, account)) signedInAgain();
  else leaveFor(role ? homeOf(role) : '/signin');
}
