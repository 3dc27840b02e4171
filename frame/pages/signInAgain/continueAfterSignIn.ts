import { getHomePath } from '../../session/homePath.ts';
import { currentAccount, currentRole, isSameAccount } from '../../session/session.ts';
import { discardUnsaved, getUnsavedOwner, resumeAfterSignIn } from '../../session/unsavedForms.ts';

/** Reloads at a path, which discards memory and unsaved input. */
export function discardAndLoad(path: string): void {
  discardUnsaved();
  location.replace(path);
}

/** Lets the same user continue on the screen. For another user, discards the input and loads their first screen. */
export function continueAfterSignIn(): void {
  const owner = getUnsavedOwner();
  const account = currentAccount();
  const role = currentRole();
  if (owner && account && isSameAccount(owner, account)) resumeAfterSignIn();
  else discardAndLoad(role ? getHomePath(role) : '/signin');
}
