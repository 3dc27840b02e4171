import { Box } from '@mui/material';
import { useTranslate } from 'ra-core';
import { request } from '../../dataProvider/request.ts';
import { PasswordInput } from '../../inputs/PasswordInput.tsx';
import { toast } from '../../notify/toast.ts';
import { accountCalls } from '../../wire/calls/accountCalls.ts';
import { FormDialog } from './FormDialog.tsx';
import { getFieldErrors } from './fieldErrors.ts';

/** Autocomplete value of each field, for password managers. */
const FIELDS = { oldPassword: 'current-password', newPassword: 'new-password' } as const;
const EMPTY = { oldPassword: '', newPassword: '' };

/** Dialog that changes the user's password. Blanks around a password are kept. */
export default function ChangePassword({ onClose }: { onClose: () => void }) {
  const t = useTranslate();
  const typed = ({ oldPassword, newPassword }: Record<string, unknown>) => ({
    oldPassword: oldPassword ?? '',
    newPassword: newPassword ?? '',
  });
  return (
    <FormDialog
      title={t('settings.changePassword')}
      record={EMPTY}
      check={(values) => getFieldErrors(accountCalls.changePassword.body, typed(values), t)}
      save={async (values) => {
        await request(accountCalls.changePassword, { body: typed(values) });
        toast.success(t('toasts.passwordChanged'));
      }}
      submit={t('settings.changePassword')}
      submitting={t('settings.changing')}
      onClose={onClose}
    >
      {Object.entries(FIELDS).map(([name, autoComplete]) => (
        <Box key={name} sx={{ gridColumn: '1 / -1' }}>
          <PasswordInput
            source={name}
            label={t(`settings.${name}`)}
            isRequired
            helperText={false}
            fullWidth
            autoComplete={autoComplete}
          />
        </Box>
      ))}
    </FormDialog>
  );
}
