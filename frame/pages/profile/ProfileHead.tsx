import { Box, Typography } from '@mui/material';
import { useTranslate } from 'ra-core';
import { getPageProfiles } from '../../config/app/profiles.ts';
import { PersonPhoto } from '../../parts/PersonPhoto.tsx';
import type { Profile } from '../../wire/profiles.ts';
import { ProfileLines } from './ProfileLines.tsx';

export function ProfileHead({ profile, names }: { profile: Profile; names: readonly string[] }) {
  const t = useTranslate();
  const note = getPageProfiles().note?.(profile);
  const fullName = profile.fullName;
  return (
    <Box sx={{ display: 'flex', gap: { xs: 2, sm: 3 }, alignItems: 'center', flexWrap: 'wrap' }}>
      <PersonPhoto name={fullName} image={profile.image} size={96} />
      <Box sx={{ minWidth: 0, flex: '1 1 240px', display: 'grid', gap: 1 }}>
        <Typography variant="h1" component="h2" sx={{ overflowWrap: 'anywhere' }}>
          {fullName || t('list.notAvailable')}
        </Typography>
        {note && (
          <Typography color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
            {t(...note)}
          </Typography>
        )}
        <ProfileLines profile={profile} names={names} inline />
      </Box>
    </Box>
  );
}
