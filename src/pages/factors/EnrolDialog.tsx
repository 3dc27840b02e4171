import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import { translate } from '../../i18n/provider.ts';
import { PortalTheme } from '../../theme/PortalTheme.tsx';
import type { FactorKind } from '../../wire/secondFactor.ts';
import { Field } from '../signIn/Field.tsx';
import { QrCode } from './QrCode.tsx';
import { RecoveryCodes } from './RecoveryCodes.tsx';
import { type Enrol, useEnrolment } from './useEnrolment.ts';

interface EnrolDialogProps extends Enrol {
  /** Whether passkeys can be made at this address. */
  passkeys: boolean;
  onClose: () => void;
}

const KINDS: readonly FactorKind[] = ['totp', 'passkey'];

/** Sets up a second factor: which, its proof, and the recovery codes that come with the first. */
export default function EnrolDialog({ passkeys, onClose, ...calls }: EnrolDialogProps) {
  const enrolment = useEnrolment(calls, onClose);
  const { step, busy, codes } = enrolment;
  if (codes) return <RecoveryCodes codes={codes} onKept={enrolment.finish} />;
  return (
    <PortalTheme>
      <Dialog
        open
        onClose={(_event, reason) => reason === 'escapeKeyDown' && onClose()}
        fullWidth
        maxWidth="xs"
        aria-labelledby="enrol-title"
      >
        <form onSubmit={enrolment.submit}>
          <DialogTitle id="enrol-title">{translate('secondFactor.add')}</DialogTitle>
          <DialogContent sx={{ display: 'grid', gap: 2 }}>
            {step ? <Proof {...enrolment} /> : <Choice passkeys={passkeys} {...enrolment} />}
          </DialogContent>
          <DialogActions>
            <Button variant="outlined" onClick={onClose}>
              {translate('form.cancel')}
            </Button>
            {step && (
              <Button type="submit" variant="contained" loading={busy} loadingPosition="start">
                {translate(step.kind === 'totp' ? 'secondFactor.confirm' : 'secondFactor.makePasskey')}
              </Button>
            )}
          </DialogActions>
        </form>
      </Dialog>
    </PortalTheme>
  );
}

type Enrolment = ReturnType<typeof useEnrolment>;

function Choice({ passkeys, busy, error, choose }: Enrolment & { passkeys: boolean }) {
  return (
    <>
      {KINDS.map((kind) => (
        <Box key={kind} sx={{ display: 'grid', gap: 0.5, justifyItems: 'start' }}>
          <Button
            variant="outlined"
            fullWidth
            disabled={busy || (kind === 'passkey' && !passkeys)}
            onClick={() => choose(kind)}
          >
            {translate(`secondFactor.kinds.${kind}`)}
          </Button>
          <Typography variant="body2" color="textSecondary">
            {translate(kind === 'passkey' && !passkeys ? 'secondFactor.noPasskeys' : `secondFactor.kinds.${kind}Hint`)}
          </Typography>
        </Box>
      ))}
      {error && (
        <Typography role="alert" color="error">
          {error}
        </Typography>
      )}
    </>
  );
}

function Proof({ step, values, error, change }: Enrolment) {
  if (!step) return null;
  const { totp } = step;
  return (
    <>
      <Field
        label={translate('secondFactor.name')}
        value={values.name}
        onChange={change('name')}
        autoComplete="off"
        maxLength={100}
      />
      {totp ? (
        <>
          <Typography color="textSecondary">{translate('secondFactor.scan')}</Typography>
          <QrCode text={totp.uri} label={translate('secondFactor.qr')} />
          <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
            {translate('secondFactor.key')}{' '}
            <Box component="code" sx={{ fontSize: '0.9375rem', letterSpacing: '0.05em' }}>
              {totp.secret.replace(/(.{4})(?=.)/g, '$1 ')}
            </Box>
          </Typography>
          <Field
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
          {error && (
            <Typography role="alert" color="error">
              {error}
            </Typography>
          )}
        </>
      )}
    </>
  );
}
