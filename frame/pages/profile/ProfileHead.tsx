import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import { PersonPhoto } from '../../parts/Person.tsx';
import type { AnyRecord } from '../../wire/binding.ts';
import type { ProfileField } from './fields.ts';
import { ProfileLines } from './ProfileLines.tsx';

/** Photo and name, and beneath them what the person is known by. */
export function ProfileHead({ profile, names }: { profile: AnyRecord; names: readonly ProfileField[] }) {
  const t = useTranslate();
  const fullName = String(profile.fullName ?? '');
  return (
    <Box sx={{ display: 'flex', gap: { xs: 2, sm: 3 }, alignItems: 'center', flexWrap: 'wrap' }}>
      <PersonPhoto name={fullName} image={profile.image as string | null} size={96} />
      <Box sx={{ minWidth: 0, flex: '1 1 240px', display: 'grid', gap: 1 }}>
        <Typography variant="h1" component="h2" sx={{ overflowWrap: 'anywhere' }}>
          {fullName || t('list.notAvailable')}
        </Typography>
        {Boolean(profile.requestedName) && (
          <Typography color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
            {t('profile.requestedName', { name: profile.requestedName })}
          </Typography>
        )}
        <ProfileLines profile={profile} names={names} inline />
      </Box>
    </Box>
  );
}
