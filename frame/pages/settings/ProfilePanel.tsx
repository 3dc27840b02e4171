import Edit from '@mui/icons-material/EditOutlined';
import Key from '@mui/icons-material/KeyOutlined';
import { Box, Button, Card } from '@mui/material';
import { useTranslate } from 'ra-core';
import { getPageProfiles } from '../../config/app/profiles.ts';
import { ListSkeleton } from '../../views/shared/ListPlaceholders.tsx';
import { QueryContent } from '../../views/shared/QueryContent.tsx';
import type { Profile } from '../../wire/profiles.ts';
import type { Role } from '../../wire/roles.ts';
import { ProfileHead } from '../profile/ProfileHead.tsx';
import { ProfileLines } from '../profile/ProfileLines.tsx';
import { getProfileConfig, toDisplayedProfile } from '../profile/profileFields.ts';
import type { SettingsDialog } from './settingsDialogs.ts';

const getContactFields = (role: Role) =>
  getProfileConfig(role).groups.find(({ name }) => name === 'contact')?.fields ?? [];

interface ProfilePanelProps {
  role: Role;
  profile: Profile | undefined;
  error: Error | null;
  onRetry: () => void;
  onOpen: (dialog: SettingsDialog) => void;
}

export function ProfilePanel({ role, profile, error, onRetry, onOpen }: ProfilePanelProps) {
  const t = useTranslate();
  return (
    <Card component="section" aria-label={t('settings.panel')} sx={{ p: { xs: 2, sm: 3 }, display: 'grid', gap: 3 }}>
      <QueryContent
        query={{ data: profile && toDisplayedProfile(profile), error, refetch: onRetry }}
        loading={<ListSkeleton layout="table" rows={5} />}
      >
        {(shown) => (
          <>
            <ProfileHead profile={shown} names={['username']} />
            <ProfileLines profile={shown} names={getPageProfiles().panel ?? getContactFields(role)} />
          </>
        )}
      </QueryContent>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        <Button variant="contained" startIcon={<Edit />} disabled={!profile} onClick={() => onOpen('profile')}>
          {t('settings.updateProfile')}
        </Button>
        <Button variant="outlined" startIcon={<Key />} onClick={() => onOpen('password')}>
          {t('settings.changePassword')}
        </Button>
      </Box>
    </Card>
  );
}
