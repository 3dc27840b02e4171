import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { translate } from '../../i18n/provider.ts';
import { lazyComponent } from '../../parts/lazyComponent.tsx';
import { currentAccount, isSameAccount, readSession } from '../../session/session.ts';
import {
  getUnsavedOwner,
  hasUnsaved,
  keepScreenForSignIn,
  useSignInCount,
  useSignInReason,
} from '../../session/unsavedForms.ts';
import { continueAfterSignIn } from './continueAfterSignIn.ts';

const SignInAgainDialog = lazyComponent(() => import('./SignInAgainDialog.tsx'));

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
    const onOtherTab = () => {
      if (!hasUnsaved()) return;
      const owner = getUnsavedOwner();
      const account = currentAccount();
      if (!account) {
        if (readSession() === 'missing') keepScreenForSignIn(translate('errors.missingToken'));
      } else if (reason !== undefined || !owner || !isSameAccount(owner, account)) continueAfterSignIn();
    };
    addEventListener('storage', onOtherTab);
    return () => removeEventListener('storage', onOtherTab);
  }, [reason]);
  return reason === undefined ? null : <SignInAgainDialog reason={reason} />;
}
