import Edit from '@mui/icons-material/EditOutlined';
import { Box, Button, Card, Typography } from '@mui/material';
import { useTranslate } from 'ra-core';
import { Link } from 'react-router';
import { findOwnRecordResource } from '../config/app/accounts.ts';
import { resources } from '../config/registry.ts';
import { useProfile } from '../layout/useProfile.ts';
import { lazyComponent } from '../parts/lazyComponent.tsx';
import { ListError } from '../views/shared/ListPlaceholders.tsx';
import { Loading } from '../views/shared/Loading.tsx';
import type { Role } from '../wire/call.ts';
import { ProfileHead } from './profile/ProfileHead.tsx';
import { ProfileLines } from './profile/ProfileLines.tsx';
import { getProfileConfig, toDisplayedProfile } from './profile/profileFields.ts';
import { getSettingsDialogPath } from './settings/settingsDialogs.ts';

const OwnRecord = lazyComponent(() => import('./profile/OwnRecord.tsx'));

/** The user's own profile. Its groups depend on the role (spec 2). */
export default function Profile({ role }: { role: Role }) {
  const t = useTranslate();
  const resource = findOwnRecordResource(resources, role);
  const { data, error, refetch } = useProfile(role);
  const profile = data && toDisplayedProfile(data);
  return (
    <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)', maxWidth: 960 }}>
      <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: 1 }}>
        <Typography variant="h1">{t('profile.title')}</Typography>
        {profile && (
          <Button component={Link} to={getSettingsDialogPath(role, 'profile')} variant="outlined" startIcon={<Edit />}>
            {t('profile.edit')}
          </Button>
        )}
      </Box>
      {profile ? (
        <>
          <Card sx={{ p: { xs: 2, sm: 3 } }}>
            <ProfileHead profile={profile} names={getProfileConfig(role).header} />
          </Card>
          <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: '1fr 1fr' } }}>
            {getProfileConfig(role).groups.map(({ name, fields }) => (
              <Card component="section" key={name} aria-labelledby={`profile-${name}`} sx={{ p: { xs: 2, sm: 3 } }}>
                <Typography variant="h2" id={`profile-${name}`} sx={{ mb: 2 }}>
                  {t(`profile.groups.${name}`)}
                </Typography>
                <ProfileLines profile={profile} names={fields} />
              </Card>
            ))}
          </Box>
          {resource && data && <OwnRecord resource={resource} role={role} id={data.id} />}
        </>
      ) : error ? (
        <Card>
          <ListError message={error.message} onRetry={refetch} />
        </Card>
      ) : (
        <Loading />
      )}
    </Box>
  );
}
