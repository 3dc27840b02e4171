import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import { useState } from 'react';
import { profilesConfig } from '../../config/profiles.ts';
import { request } from '../../dataProvider/request.ts';
import { FieldInput } from '../../inputs/index.tsx';
import { useProfileChange } from '../../layout/useProfile.ts';
import { toast } from '../../notify/toast.ts';
import { useLabel } from '../../parts/intl.ts';
import { hasFeature } from '../../session/session.ts';
import { accountCalls, type Profile, readProfile } from '../../wire/account.ts';
import type { Role } from '../../wire/call.ts';
import { isWeek, profileLabel, profileOf, shownProfile } from '../profile/fields.ts';
import { ProfileLines } from '../profile/ProfileLines.tsx';
import { FormDialog } from './FormDialog.tsx';
import { fieldErrors } from './fieldErrors.ts';
import { fixedOf, formOf, toBody, toForm, toRules } from './form.ts';
import { WeekInput } from './WeekInput.tsx';

interface UpdateProfileProps {
  role: Role;
  profile: Profile;
  onClose: () => void;
}

/** The popup that changes one's own profile. */
export default function UpdateProfile({ role, profile, onClose }: UpdateProfileProps) {
  const t = useTranslate();
  const { refresh } = useProfileChange(role);
  const translateLabel = useLabel();
  const fixed = fixedOf(role);
  const { rules: always, kept } = profileOf(role);
  const rules = hasFeature('rules') ? kept : always;
  // As it was when the form opened: what is changed elsewhere meanwhile takes nothing away that was typed.
  const [record] = useState(() => toForm(role, profile));
  return (
    <FormDialog
      title={t('settings.updateProfile')}
      record={record}
      check={(values) => fieldErrors(rules, toRules(values), t)}
      save={async (values) => {
        const after = readProfile(await request(accountCalls.updateProfile, { body: toBody(values) }));
        toast.success(t('toasts.profileUpdated'));
        const also = profilesConfig().saved?.(after, profile);
        if (also) toast.info(t(also));
        refresh();
      }}
      submit={t('settings.saveChanges')}
      submitting={t('settings.updating')}
      onClose={onClose}
    >
      {formOf(role).map(({ name, field, required, wide }) => {
        const label = translateLabel(profileLabel(name));
        return (
          <Box key={name} sx={{ gridColumn: wide ? '1 / -1' : undefined, minWidth: 0 }}>
            {isWeek(field) ? (
              <WeekInput source={name} label={label} />
            ) : (
              <FieldInput source={name} label={label} field={field} required={required} />
            )}
          </Box>
        );
      })}
      {fixed.length > 0 && (
        <Box sx={{ gridColumn: '1 / -1', display: 'grid', gap: 0.5, mt: 1 }}>
          <ProfileLines profile={shownProfile(profile)} names={fixed} inline />
          {hasFeature('rules') && (
            <Typography variant="body2" color="textSecondary">
              {t('settings.setByAdmin')}
            </Typography>
          )}
        </Box>
      )}
    </FormDialog>
  );
}
