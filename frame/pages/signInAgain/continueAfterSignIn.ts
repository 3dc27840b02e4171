import { getHomePath } from '../../session/home.ts';
import { currentAccount, currentRole, isSameAccount } from '../../session/session.ts';
import { discardUnsaved, getUnsavedOwner, resumeAfterSignIn } from '../../session/unsaved.ts';

/** Leaves for an address by loading it: nothing of this screen is left in memory, and nothing that was typed. */
export function discardAndLoad(path: string): void {
  discardUnsaved();
  location.replace(path);
}

/** Once somebody is signed in again: the same person goes on where they were, another one sees their own first screen. */
export function continueAfterSignIn(): void {
  const owner = getUnsavedOwner();
  const account = currentAccount();
  const role = currentRole();
  if (owner && account && isSameAccount(owner, account)) resumeAfterSignIn();
  else discardAndLoad(role ? getHomePath(role) : '/signin');
}
