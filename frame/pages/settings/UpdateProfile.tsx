import { Box, FormHelperText, TextField, Typography } from '@mui/material';
import { useInput, useTranslate } from 'ra-core';
import { useState } from 'react';
import { getPageProfiles } from '../../config/app/profiles.ts';
import { request } from '../../dataProvider/request.ts';
import { FieldInput } from '../../inputs/index.tsx';
import { useProfileCache } from '../../layout/useProfile.ts';
import { toast } from '../../notify/toast.ts';
import { useLabel } from '../../parts/intl.ts';
import { hasFeature } from '../../session/session.ts';
import type { Role } from '../../wire/call.ts';
import { accountCalls } from '../../wire/calls/accountCalls.ts';
import { readProfile } from '../../wire/calls/profileCalls.ts';
import type { Profile } from '../../wire/profiles.ts';
import type { Timing } from '../../wire/wireTimings.ts';
import { ProfileLines } from '../profile/ProfileLines.tsx';
import { getProfileConfig, getProfileLabel, isWeekField, toDisplayedProfile } from '../profile/profileFields.ts';
import { FormDialog } from './FormDialog.tsx';
import { getFieldErrors } from './fieldErrors.ts';
import { getEditableFields, getReadOnlyFields, toFormValues, toRequestBody, toRuleValues } from './profileForm.ts';

interface UpdateProfileProps {
  role: Role;
  profile: Profile;
  onClose: () => void;
}

/** Dialog that updates the user's own profile. Our own host has stricter rules (`storedRules`) than spec 5. */
export default function UpdateProfile({ role, profile, onClose }: UpdateProfileProps) {
  const t = useTranslate();
  const { refresh } = useProfileCache(role);
  const translateLabel = useLabel();
  const fixed = getReadOnlyFields(role);
  const { rules: specRules, storedRules } = getProfileConfig(role);
  const rules = hasFeature('rules') ? storedRules : specRules;
  // Fixed while the dialog is open, so that a refetch does not overwrite input.
  const [record] = useState(() => toFormValues(role, profile));
  return (
    <FormDialog
      title={t('settings.updateProfile')}
      record={record}
      check={(values) => getFieldErrors(rules, toRuleValues(values), t)}
      save={async (values) => {
        const after = readProfile(await request(accountCalls.updateProfile, { body: toRequestBody(values) }));
        toast.success(t('toasts.profileUpdated'));
        const also = getPageProfiles().savedMessage?.(after, profile);
        if (also) toast.info(t(also));
        refresh();
      }}
      submit={t('settings.saveChanges')}
      submitting={t('settings.updating')}
      onClose={onClose}
    >
      {getEditableFields(role).map(({ name, field, required, wide }) => {
        const label = translateLabel(getProfileLabel(name));
        return (
          <Box key={name} sx={{ gridColumn: wide ? '1 / -1' : undefined, minWidth: 0 }}>
            {isWeekField(field) ? (
              <ProfileTimingsInput source={name} label={label} />
            ) : (
              <FieldInput source={name} label={label} field={field} required={required} />
            )}
          </Box>
        );
      })}
      {fixed.length > 0 && (
        <Box sx={{ gridColumn: '1 / -1', display: 'grid', gap: 0.5, mt: 1 }}>
          <ProfileLines profile={toDisplayedProfile(profile)} names={fixed} inline />
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

const TIME_INPUTS = [
  ['start', 'settings.timeIn'],
  ['end', 'settings.timeOut'],
] as const;

const rowStyles = {
  display: 'grid',
  gridTemplateColumns: { xs: '1fr 1fr', sm: '1.2fr 1fr 1fr' },
  gap: 1,
  alignItems: 'center',
};

/** Start and end time for each weekday, in the settings (spec 2). Forms use `TimingsInput`. */
function ProfileTimingsInput({ source, label }: { source: string; label: string }) {
  const t = useTranslate();
  const { field, fieldState } = useInput({ source });
  const week = field.value as Timing[];
  const change = (day: string, part: Partial<Timing>) =>
    field.onChange(week.map((one) => (one.day === day ? { ...one, ...part } : one)));
  return (
    <Box component="fieldset" sx={{ display: 'grid', gap: 1, m: 0, p: 0, border: 0, minWidth: 0 }}>
      <Typography component="legend" variant="subtitle2" sx={{ p: 0, mb: 0.5 }}>
        {label}
      </Typography>
      <Box aria-hidden sx={rowStyles}>
        {TIME_INPUTS.map(([edge, name], index) => (
          <Typography
            key={edge}
            variant="body2"
            color="textSecondary"
            sx={{ gridColumn: { xs: index + 1, sm: index + 2 } }}
          >
            {t(name)}
          </Typography>
        ))}
      </Box>
      {week.map((timing, index) => (
        <Box key={timing.day} sx={rowStyles}>
          <Typography sx={{ gridColumn: { xs: '1 / -1', sm: 'auto' } }}>{t(`choices.${timing.day}`)}</Typography>
          {TIME_INPUTS.map(([edge, name]) => (
            <TextField
              key={edge}
              type="time"
              value={timing[edge] ?? ''}
              inputRef={index === 0 && edge === 'start' ? field.ref : undefined}
              onChange={(event) => change(timing.day, { [edge]: event.target.value || null })}
              slotProps={{ htmlInput: { 'aria-label': `${t(`choices.${timing.day}`)} ${t(name)}` } }}
            />
          ))}
        </Box>
      ))}
      <FormHelperText error={fieldState.invalid}>
        {fieldState.error?.message ?? t('settings.offDayHint')}
      </FormHelperText>
    </Box>
  );
}
