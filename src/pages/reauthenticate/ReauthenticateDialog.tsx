import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import { useRef } from 'react';
import { request } from '../../dataProvider/request.ts';
import { PasswordInput } from '../../fields/inputs/PasswordInput.tsx';
import { reauthenticateCalls } from '../../wire/reauthenticate.ts';
import { FormDialog } from '../settings/FormDialog.tsx';
import { faultsOf } from '../settings/faults.ts';

const { reauthenticate } = reauthenticateCalls;
const typed = ({ password }: Record<string, unknown>) => ({ password: password ?? '' });

/** Asks for the password once more, over whatever is open: nothing that was typed there is lost. */
export default function ReauthenticateDialog({ onAnswer }: { onAnswer: (done: boolean) => void }) {
  const t = useTranslate();
  const done = useRef(false);
  return (
    <FormDialog
      title={t('reauthenticate.title')}
      record={{ password: '' }}
      check={(values) => faultsOf(reauthenticate.body, typed(values), t)}
      save={async (values) => {
        await request(reauthenticate, { body: typed(values) });
        done.current = true;
      }}
      submit={t('reauthenticate.submit')}
      submitting={t('reauthenticate.submitting')}
      onClose={() => onAnswer(done.current)}
    >
      <Box sx={{ gridColumn: '1 / -1', display: 'grid', gap: 2 }}>
        <Typography color="textSecondary">{t('reauthenticate.text')}</Typography>
        <PasswordInput
          source="password"
          label={t('reauthenticate.password')}
          isRequired
          helperText={false}
          fullWidth
          autoComplete="current-password"
          autoFocus
        />
      </Box>
    </FormDialog>
  );
}
