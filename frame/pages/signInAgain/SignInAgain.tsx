import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useEffect } from 'react';
import { translate } from '../../i18n/provider.ts';
import { currentAccount, isSameAccount, readSession } from '../../session/session.ts';
import {
  getUnsavedOwner,
  hasUnsaved,
  keepScreenForSignIn,
  useSignInCount,
  useSignInReason,
} from '../../session/unsaved.ts';
import { continueAfterSignIn } from './continueAfterSignIn.ts';

const Dialog = lazy(() => import('./SignInAgainDialog.tsx'));

/** Shows the sign-in dialog if the session ends while a form has unsaved changes. Reacts to sign-ins in other tabs. */
export function SignInAgain() {
  const reason = useSignInReason();
  const client = useQueryClient();
  const signIns = useSignInCount();
  useEffect(() => {
    // Refetch failed queries. Saving again is left to the user.
    if (signIns > 0) void client.invalidateQueries();
  }, [signIns, client]);
  useEffect(() => {
    const hear = () => {
      if (!hasUnsaved()) return;
      const owner = getUnsavedOwner();
      const account = currentAccount();
      if (!account) {
        if (readSession() === 'missing') keepScreenForSignIn(translate('errors.missingToken'));
      } else if (reason !== undefined || !owner || !isSameAccount(owner, account)) continueAfterSignIn();
    };
    addEventListener('storage', hear);
    return () => removeEventListener('storage', hear);
  }, [reason]);
  if (reason === undefined) return null;
  return (
    <Suspense fallback={null}>
      <Dialog reason={reason} />
    </Suspense>
  );
}
