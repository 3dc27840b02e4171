import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import { getRoleName } from '../../fields/roleName.ts';
import { getLanguage, translate } from '../../i18n/provider.ts';
import { PortalTheme } from '../../theme/PortalTheme.tsx';
import { Field, FieldFrame, PasswordField } from './Field.tsx';
import { getResetRoles, type ResetAccount, type ResetStep, useReset } from './useReset.ts';

/** i18n keys of the button, idle and while running. */
const STEP_TEXTS: Record<ResetStep, readonly [idle: string, running: string]> = {
  send: ['reset.send', 'reset.sending'],
  verify: ['reset.verify', 'reset.verifying'],
  reset: ['reset.reset', 'reset.resetting'],
};

interface ResetPasswordProps {
  onClose: () => void;
  /** Default: `onClose`. */
  onDone?: () => void;
  /** Account that already received a code. Starts at the second step. */
  sent?: ResetAccount;
}

/** Dialog for a forgotten password (spec 2). */
export default function ResetPassword({ onClose, onDone = onClose, sent }: ResetPasswordProps) {
  const reset = useReset(onDone, sent);
  const { step, busy } = reset;
  const [idle, running] = STEP_TEXTS[step];
  return (
    <PortalTheme>
      <Dialog
        open
        // A click outside would lose the step while the user waits for the code.
        onClose={(_event, reason) => reason === 'escapeKeyDown' && onClose()}
        fullWidth
        maxWidth="xs"
        aria-labelledby="reset-title"
      >
        <form onSubmit={reset.submit}>
          <DialogTitle id="reset-title">{translate('reset.title')}</DialogTitle>
          <DialogContent sx={{ display: 'grid', gap: 2 }}>
            <StepFields {...reset} />
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
    </PortalTheme>
  );
}

function StepFields({ step, values, email, error, change }: ReturnType<typeof useReset>) {
  const hint = (key: string) => <Typography color="textSecondary">{translate(key, { email })}</Typography>;
  if (step === 'verify') {
    return (
      <>
        {hint('reset.otpHint')}
        <Field
          key={step}
          label={translate('reset.otp')}
          inputMode="numeric"
          autoComplete="one-time-code"
          value={values.otp}
          onChange={change('otp')}
          error={error}
          required
          ref={focusOnce}
        />
      </>
    );
  }
  if (step === 'reset') {
    return (
      <>
        {hint('reset.passwordHint')}
        <PasswordField
          key={step}
          label={translate('reset.newPassword')}
          autoComplete="new-password"
          value={values.newPassword}
          onChange={change('newPassword')}
          error={error}
          required
          ref={focusOnce}
        />
      </>
    );
  }
  return (
    <>
      {hint('reset.emailHint')}
      <Field
        key={step}
        label={translate('reset.email')}
        type="email"
        autoComplete="username"
        value={values.email}
        onChange={change('email')}
        error={error}
        required
        ref={focusOnce}
      />
      <FieldFrame label={translate('reset.role')}>
        {({ id }) => (
          <select id={id} value={values.role} onChange={({ target }) => change('role')(target.value)}>
            {getResetRoles().map((one) => (
              <option key={one} value={one}>
                {getRoleName(one, { t: translate, locale: getLanguage() })}
              </option>
            ))}
          </select>
        )}
      </FieldFrame>
    </>
  );
}

const focusOnce = (input: HTMLInputElement | null) => input?.focus();
