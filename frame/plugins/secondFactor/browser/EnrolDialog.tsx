import { Box, Button, Typography, useMediaQuery } from '@mui/material';
import { DialogForm, translate } from 'portal-frame/browser';
import { Field, PortalTheme } from 'portal-frame/browser/plugins';
import { PHONE_QUERY } from 'portal-frame/tokens';
import { useLayoutEffect, useRef } from 'react';
import type { FactorKind } from '../wire/secondFactorCalls.ts';
import { AppKey } from './AppKey.tsx';
import RecoveryCodes from './RecoveryCodes.tsx';
import { type EnrolmentCalls, useEnrolment } from './useEnrolment.ts';

interface EnrolDialogProps extends EnrolmentCalls {
  /** True if the host accepts passkeys at this address. */
  passkeys: boolean;
  onClose: () => void;
}

const KINDS: readonly FactorKind[] = ['totp', 'passkey'];

/** Sets up a second factor: kind, proof, then recovery codes for the first factor. */
export default function EnrolDialog({ passkeys, onClose, ...calls }: EnrolDialogProps) {
  const enrolment = useEnrolment(calls, onClose);
  const { step, busy, codes } = enrolment;
  if (codes) return <RecoveryCodes codes={codes} onSaved={() => enrolment.finish()} />;
  const isPasskey = step?.kind === 'passkey';
  return (
    <PortalTheme>
      <DialogForm
        title={translate('secondFactor.add')}
        submit={step && translate(isPasskey ? 'secondFactor.makePasskey' : 'secondFactor.confirm')}
        submitProps={{ loading: busy, autoFocus: isPasskey }}
        onCancel={onClose}
        onSubmit={enrolment.submit}
        persistent
      >
        {step ? <Proof {...enrolment} /> : <Choice passkeys={passkeys} {...enrolment} />}
      </DialogForm>
    </PortalTheme>
  );
}

type Enrolment = ReturnType<typeof useEnrolment>;

function Choice({ passkeys, busy, error, choose }: Enrolment & { passkeys: boolean }) {
  return (
    <>
      {KINDS.filter((kind) => kind !== 'passkey' || (passkeys && 'PublicKeyCredential' in window)).map((kind) => (
        <Box key={kind} sx={{ display: 'grid', gap: 0.5, justifyItems: 'start' }}>
          <Button variant="outlined" fullWidth disabled={busy} onClick={() => choose(kind)}>
            {translate(`secondFactor.kinds.${kind}`)}
          </Button>
          <Typography variant="body2" color="textSecondary">
            {translate(`secondFactor.kinds.${kind}Hint`)}
          </Typography>
        </Box>
      ))}
      <ErrorLine error={error} />
    </>
  );
}

function ErrorLine({ error }: { error: string }) {
  return (
    error && (
      <Typography role="alert" color="error">
        {error}
      </Typography>
    )
  );
}

function Proof({ step, values, error, change }: Enrolment) {
  const code = useRef<HTMLInputElement>(null);
  const onPhone = useMediaQuery(PHONE_QUERY, { noSsr: true });
  // The pressed button is gone. On a phone, focus would open the keyboard over the QR code.
  useLayoutEffect(() => {
    if (error || !onPhone) code.current?.focus();
  }, [error, onPhone]);
  if (!step) return null;
  const { totp } = step;
  return (
    <>
      {totp ? (
        <>
          <AppKey {...totp} />
          <Field
            ref={code}
            label={translate('secondFactor.code')}
            value={values.code}
            onChange={change('code')}
            error={error}
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={9}
            required
          />
        </>
      ) : (
        <>
          <Typography color="textSecondary">{translate('secondFactor.passkeyText')}</Typography>
          <ErrorLine error={error} />
        </>
      )}
      <Field
        label={translate('secondFactor.name')}
        value={values.name}
        onChange={change('name')}
        autoComplete="off"
        maxLength={100}
      />
    </>
  );
}
