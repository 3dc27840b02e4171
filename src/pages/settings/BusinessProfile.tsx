import { Alert, Box, Button, Typography } from '@mui/material';
import type { AnyResource } from 'portal-frame';
import { findResource, hasFeature, SettingsCard, useFieldLabel } from 'portal-frame/browser';
import { useGetList, useTranslate } from 'ra-core';
import { Link } from 'react-router';
import { getProfilePath } from './useProfilePath.ts';

/** Data without which an invoice looks unfinished. */
const EXPECTED = ['name', 'address', 'phone', 'email', 'taxNumber', 'logo', 'terms', 'bank'] as const;

/** The sender of invoices and mails, with a link to its only record. */
export default function BusinessProfile() {
  const resource = findResource('businessProfile');
  return resource && hasFeature('business') ? <ProfileCard resource={resource} /> : null;
}

function ProfileCard({ resource }: { resource: AnyResource }) {
  const t = useTranslate();
  const label = useFieldLabel(resource);
  const { data } = useGetList('businessProfile', { pagination: { page: 1, perPage: 1 } });
  const [profile] = data ?? [];
  if (!data) return null;
  const missing = EXPECTED.filter((field) => !profile?.[field]);
  const say = (key: string, options?: object) => t(`resources.businessProfile.${key}`, options);
  return (
    <SettingsCard name="business" title={say('card')} hint={say('cardHint')}>
      {profile && <Typography sx={{ fontWeight: 650, overflowWrap: 'anywhere' }}>{String(profile.name)}</Typography>}
      <Alert severity={missing.length > 0 ? 'warning' : 'success'} sx={{ my: 1 }}>
        {missing.length > 0
          ? say('missing', { fields: missing.map((field) => label(field)).join(', ') })
          : say('complete')}
      </Alert>
      <Box>
        <Button component={Link} to={getProfilePath(profile)} variant={profile ? 'outlined' : 'contained'}>
          {say(profile ? 'open' : 'create')}
        </Button>
      </Box>
    </SettingsCard>
  );
}
