import { Typography } from '@mui/material';
import type { ComponentProps } from 'react';
import { getRoleName } from '../../fields/roleName.ts';
import { getLanguage, translate } from '../../i18n/provider.ts';
import { DialogForm } from '../../parts/DialogForm.tsx';
import { focusInput } from '../../parts/focusInput.ts';
import { PortalTheme } from '../../theme/PortalTheme.tsx';
import { getPageRoles } from '../../wire/roles.ts';
import { Field, FieldFrame, PasswordField } from './SignInField.tsx';
import { getResetRoles, type ResetAccount, type ResetForm, type ResetStep, useReset } from './useReset.ts';

interface StepConfig {
  field: keyof ResetForm;
  /** i18n keys. */
  hint: string;
  label: string;
  button: { idle: string; running: string };
  input: Pick<ComponentProps<'input'>, 'type' | 'autoComplete' | 'inputMode'>;
}

const STEPS: Record<ResetStep, StepConfig> = {
  send: {
    ...{ field: 'email', hint: 'reset.emailHint', label: 'reset.email' },
    button: { idle: 'reset.send', running: 'reset.sending' },
    input: { type: 'email', autoComplete: 'username' },
  },
  verify: {
    ...{ field: 'otp', hint: 'reset.otpHint', label: 'reset.otp' },
    button: { idle: 'reset.verify', running: 'reset.verifying' },
    input: { inputMode: 'numeric', autoComplete: 'one-time-code' },
  },
  reset: {
    ...{ field: 'newPassword', hint: 'reset.passwordHint', label: 'reset.newPassword' },
    button: { idle: 'reset.reset', running: 'reset.resetting' },
    input: { autoComplete: 'new-password' },
  },
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
  const { button } = STEPS[step];
  return (
    <PortalTheme>
      <DialogForm
        title={translate('reset.title')}
        submit={translate(busy ? button.running : button.idle)}
        submitProps={{ loading: busy }}
        onCancel={onClose}
        onSubmit={reset.submit}
        // A click outside would lose the step while the user waits for the code.
        persistent
      >
        <StepFields {...reset} />
      </DialogForm>
    </PortalTheme>
  );
}

function StepFields({ step, values, email, error, change }: ReturnType<typeof useReset>) {
  const { field, hint, label, input } = STEPS[step];
  const Input = step === 'reset' ? PasswordField : Field;
  return (
    <>
      <Typography color="textSecondary">{translate(hint, { email })}</Typography>
      <Input
        {...input}
        key={step}
        label={translate(label)}
        value={values[field]}
        onChange={change(field)}
        error={error}
        required
        ref={focusInput}
      />
      {step === 'send' && (
        <FieldFrame label={translate('reset.role')}>
          {({ id }) => (
            <select id={id} value={values.role} onChange={({ target }) => change('role')(target.value)}>
              {getResetRoles().map((role) => (
                <option key={role} value={role}>
                  {getRoleName(role, getPageRoles().get(role), { t: translate, locale: getLanguage() })}
                </option>
              ))}
            </select>
          )}
        </FieldFrame>
      )}
    </>
  );
}
