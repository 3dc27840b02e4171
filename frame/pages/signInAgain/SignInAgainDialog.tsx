import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import { type FormEvent, lazy, Suspense, useEffect, useState } from 'react';
import { getConnectionErrorText } from '../../dataProvider/connectionError.ts';
import { RequestError } from '../../dataProvider/request.ts';
import { clearBrowser } from '../../session/clearBrowser.ts';
import { isSameAccount, tokenAccount } from '../../session/session.ts';
import { getUnsavedOwner } from '../../session/unsaved.ts';
import { Field, PasswordField } from '../signIn/Field.tsx';
import { readNewSession, type SignInReply, signIn, storeNewSession } from '../signIn/signInRequest.ts';
import { continueAfterSignIn, discardAndLoad } from './continueAfterSignIn.ts';
import './signInAgain.css';

const SecondFactor = lazy(() => import('../signIn/SecondFactor.tsx'));

/** Milliseconds that unsaved input is kept. */
const KEEP_TIME = 60 * 60_000;

/**
 * Sign-in over a screen with unsaved input. The backdrop hides the screen. Another user's sign-in discards the input.
 */
export default function SignInAgainDialog({ reason }: { reason: string }) {
  const t = useTranslate();
  const enter = useSignInAgain();
  const [asked, setAsked] = useState<object>();
  useEffect(() => {
    const timer = setTimeout(discardAndLoad, KEEP_TIME, '/signin');
    return () => clearTimeout(timer);
  }, []);
  return (
    <Dialog open fullWidth maxWidth="xs" aria-labelledby="sign-in-again" className="sign-in-over">
      <DialogTitle id="sign-in-again">{t('signInAgain.title')}</DialogTitle>
      {asked ? (
        <DialogContent className="sign-in-again">
          {enter.error && <Typography color="error">{enter.error}</Typography>}
          <Suspense fallback={null}>
            <SecondFactor proofRequest={asked} onData={enter.finish} onBack={() => setAsked(undefined)} />
          </Suspense>
        </DialogContent>
      ) : (
        <Credentials reason={reason} error={enter.error} onSend={(...typed) => enter.send(...typed).then(setAsked)} />
      )}
    </Dialog>
  );
}

/** Signs in. If another user signs in, the former user's data is cleared first. */
function useSignInAgain() {
  const [error, setError] = useState('');
  const [email, setEmail] = useState('');
  const keep = async (data: SignInReply | null, typed: string) => {
    const owner = getUnsavedOwner();
    const account = tokenAccount(readNewSession(data).token, typed);
    const same = owner !== null && account !== null && isSameAccount(owner, account);
    if (!same) await clearBrowser();
    storeNewSession(data, typed);
    continueAfterSignIn();
  };
  const showError = (cause: unknown) =>
    setError(cause instanceof RequestError ? cause.message : getConnectionErrorText('errors.tryAgain'));
  return {
    error,
    /** Returns the second-factor request, if any. */
    async send(typed: string, password: string): Promise<object | undefined> {
      setError('');
      setEmail(typed);
      try {
        const data = await signIn(typed, password);
        if (data?.secondFactor) return data.secondFactor;
        await keep(data, typed.trim());
      } catch (cause) {
        showError(cause);
      }
      return undefined;
    },
    finish: (data: unknown) => void keep(data as SignInReply | null, email.trim()).catch(showError),
  };
}

interface CredentialsProps {
  reason: string;
  error: string;
  onSend: (email: string, password: string) => Promise<void>;
}

function Credentials({ reason, error, onSend }: CredentialsProps) {
  const t = useTranslate();
  const [email, setEmail] = useState(() => getUnsavedOwner()?.email ?? '');
  const [hasEmail] = useState(email !== '');
  const [password, setPassword] = useState('');
  const [busy, setBusy] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    // React events bubble through portals.
    event.stopPropagation();
    if (busy) return;
    setBusy(true);
    await onSend(email, password);
    setPassword('');
    setBusy(false);
  };
  return (
    <form onSubmit={submit}>
      <DialogContent sx={{ display: 'grid', gap: 2 }}>
        <Typography role="alert">{reason}</Typography>
        <Typography color="textSecondary">{t('signInAgain.text')}</Typography>
        <Field
          label={t('signIn.email')}
          type="email"
          name="email"
          autoComplete="username"
          required
          value={email}
          onChange={setEmail}
          autoFocus={!hasEmail}
        />
        <PasswordField
          label={t('signIn.password')}
          name="password"
          autoComplete="current-password"
          required
          value={password}
          onChange={setPassword}
          error={error}
          autoFocus={hasEmail}
        />
      </DialogContent>
      <DialogActions>
        <Button variant="outlined" onClick={() => discardAndLoad('/signin')}>
          {t('signInAgain.leave')}
        </Button>
        <Button type="submit" variant="contained" loading={busy} loadingPosition="start">
          {t(busy ? 'signIn.submitting' : 'signIn.submit')}
        </Button>
      </DialogActions>
    </form>
  );
}
