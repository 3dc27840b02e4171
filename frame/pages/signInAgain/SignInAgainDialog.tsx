import { Button, Dialog, DialogActions, DialogContent, DialogTitle, Typography } from '@mui/material';
import { useTranslate } from 'ra-core';
import { type FormEvent, useEffect, useState } from 'react';
import { clearBrowser } from '../../session/clearBrowser.ts';
import { isSameAccount, tokenAccount } from '../../session/session.ts';
import { getUnsavedOwner } from '../../session/unsavedForms.ts';
import { findSignInStep, type OpenStep } from '../signIn/finishSignIn.ts';
import { Field, PasswordField } from '../signIn/SignInField.tsx';
import { readNewSession, type SignInReply, signIn, storeNewSession } from '../signIn/signInRequest.ts';
import { useAttempt } from '../signIn/useAttempt.ts';
import { continueAfterSignIn, discardAndLoad } from './continueAfterSignIn.ts';
import './signInAgain.css';

/** Milliseconds that unsaved input is kept. */
const KEEP_TIME = 60 * 60_000;

/** Stores the session. If another user signs in, the former user's data is cleared first. */
async function startSession(data: SignInReply | null, email: string): Promise<void> {
  const owner = getUnsavedOwner();
  const account = tokenAccount(readNewSession(data).token, email);
  if (owner === null || account === null || !isSameAccount(owner, account)) await clearBrowser();
  storeNewSession(data, email);
  continueAfterSignIn();
}

/** Sign-in over a screen with unsaved input. The backdrop hides the screen. Another user's sign-in discards the input. */
export default function SignInAgainDialog({ reason }: { reason: string }) {
  const t = useTranslate();
  const [next, setNext] = useState<OpenStep>();
  const [email, setEmail] = useState(() => getUnsavedOwner()?.email ?? '');
  const { busy, error, attempt } = useAttempt();
  useEffect(() => {
    const timer = setTimeout(discardAndLoad, KEEP_TIME, '/signin');
    return () => clearTimeout(timer);
  }, []);
  const proceed = async (data: SignInReply | null) => {
    const step = data?.userAuthToken ? undefined : await findSignInStep(data);
    if (step) setNext(step);
    else await startSession(data, email.trim());
  };
  const send = (event: FormEvent, password: string) =>
    attempt(async () => proceed(await signIn(email, password)), event);
  return (
    <Dialog open fullWidth maxWidth="xs" aria-labelledby="sign-in-again" className="sign-in-over">
      <DialogTitle id="sign-in-again">{t('signInAgain.title')}</DialogTitle>
      {next ? (
        <DialogContent className="sign-in-again">
          {error && <Typography color="error">{error}</Typography>}
          <next.Step
            asked={next.asked}
            onData={(data) => attempt(() => proceed(data as SignInReply | null))}
            onBack={() => setNext(undefined)}
          />
        </DialogContent>
      ) : (
        <Credentials {...{ reason, email, busy, error }} onEmail={setEmail} onSend={send} />
      )}
    </Dialog>
  );
}

interface CredentialsProps {
  reason: string;
  email: string;
  busy: boolean;
  error: string;
  onEmail: (email: string) => void;
  onSend: (event: FormEvent, password: string) => Promise<void>;
}

function Credentials({ reason, email, busy, error, onEmail, onSend }: CredentialsProps) {
  const t = useTranslate();
  const [hasEmail] = useState(email !== '');
  const [password, setPassword] = useState('');
  const submit = (event: FormEvent) => {
    void onSend(event, password);
    // Not after the reply: the person may have begun to type the next try by then.
    setPassword('');
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
          onChange={onEmail}
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
