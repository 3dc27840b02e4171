import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { type FormEvent, useState } from 'react';
import { request } from '../../dataProvider/request.ts';
import { translate } from '../../i18n/provider.ts';
import { toast } from '../../layout/toast.ts';
import { authCalls } from '../../wire/auth.ts';
import type { Role } from '../../wire/call.ts';
import { asObject, asText } from '../../wire/values.ts';
import { Field, PasswordField } from './Field.tsx';

/** In the order of spec 2. */
const CHOICES: readonly Role[] = ['admin', 'laboratory', 'employee'];

/** What each step is called on its button, and while it runs. */
const STEPS = {
  send: ['reset.send', 'reset.sending'],
  verify: ['reset.verify', 'reset.verifying'],
  reset: ['reset.reset', 'reset.resetting'],
} as const;
type Step = keyof typeof STEPS;

/**
 * The three steps back to a forgotten password (spec 2, 4): a code by e-mail, the code, a new password.
 * It starts anew with every opening.
 */
export default function ResetPassword({ onClose }: { onClose: () => void }) {
  const [step, setStep] = useState<Step>('send');
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<Role>('employee');
  const [otp, setOtp] = useState('');
  const [userId, setUserId] = useState('');
  const [newPassword, setNewPassword] = useState('');
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();

  const steps: Record<Step, () => Promise<void>> = {
    async send() {
      await request(authCalls.forgotPassword, { body: { email: email.trim(), role } });
      toast.success(translate('reset.sent'));
      setStep('verify');
    },
    async verify() {
      if (!/^\d+$/.test(otp.trim())) throw new Error(translate('errors.invalidOtp'));
      const data = await request(authCalls.verifyOtp, { body: { email: email.trim(), otp: Number(otp), role } });
      const id = asText(asObject(data).userId);
      if (!id) throw new Error(translate('errors.wentWrong'));
      setUserId(id);
      setStep('reset');
    },
    async reset() {
      await request(authCalls.resetPassword, { body: { userId, newPassword, role } });
      toast.success(translate('reset.done'));
      onClose();
    },
  };

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    // The form of the screen below is this popup's parent in React.
    event.stopPropagation();
    if (busy) return;
    setBusy(true);
    setError(undefined);
    try {
      await steps[step]();
    } catch (cause) {
      const message = cause instanceof Error ? cause.message : translate('errors.wentWrong');
      setError(message);
      toast.error(message);
    }
    setBusy(false);
  };

  const [idle, running] = STEPS[step];
  return (
    <Dialog
      open
      onClose={(_event, reason) => reason === 'escapeKeyDown' && onClose()}
      fullWidth
      maxWidth="xs"
      aria-labelledby="reset-title"
    >
      <form onSubmit={submit}>
        <DialogTitle id="reset-title">{translate('reset.title')}</DialogTitle>
        <DialogContent sx={{ display: 'grid', gap: 2 }}>
          {step === 'send' && (
            <>
              <Hint text={translate('reset.emailHint')} />
              <Field
                label={translate('reset.email')}
                type="email"
                autoComplete="username"
                value={email}
                onChange={setEmail}
                error={error}
                required
                autoFocus
              />
              <TextField
                select
                label={translate('reset.role')}
                value={role}
                onChange={({ target }) => setRole(target.value as Role)}
              >
                {CHOICES.map((one) => (
                  <MenuItem key={one} value={one}>
                    {translate(`roles.${one}`)}
                  </MenuItem>
                ))}
              </TextField>
            </>
          )}
          {step === 'verify' && (
            <>
              <Hint text={translate('reset.otpHint', { email: email.trim() })} />
              <Field
                key="otp"
                label={translate('reset.otp')}
                inputMode="numeric"
                autoComplete="one-time-code"
                value={otp}
                onChange={setOtp}
                error={error}
                required
                autoFocus
              />
            </>
          )}
          {step === 'reset' && (
            <>
              <Hint text={translate('reset.passwordHint')} />
              <PasswordField
                label={translate('reset.newPassword')}
                autoComplete="new-password"
                value={newPassword}
                onChange={setNewPassword}
                error={error}
                required
                autoFocus
              />
            </>
          )}
        </DialogContent>
        <DialogActions>
          <Button variant="outlined" onClick={onClose}>
            {translate('reset.cancel')}
          </Button>
          <Button type="submit" variant="contained" loading={busy} loadingPosition="start">
            {translate(busy ? running : idle)}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

function Hint({ text }: { text: string }) {
  return <Typography color="text.secondary">{text}</Typography>;
}
