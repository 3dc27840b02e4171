import { Box, Divider, Typography } from '@mui/material';
import { useTranslate } from 'ra-core';
import { lazy, Suspense } from 'react';
import { useProfile } from '../layout/useProfile.ts';
import { hasFeature } from '../session/session.ts';
import type { Role } from '../wire/call.ts';
import { getPageRoles } from '../wire/roles.ts';
import { AppSections } from './settings/AppSections.tsx';
import { LanguageChoice } from './settings/LanguageChoice.tsx';
import LinksCards from './settings/LinksCards.tsx';
import { ProfilePanel } from './settings/ProfilePanel.tsx';
import { getHeadingId, SettingsCard } from './settings/SettingsCard.tsx';
import { LocalSwitch, ServerSwitch } from './settings/Switches.tsx';
import { SwitchLine } from './settings/SwitchLine.tsx';
import { useSettingsDialog } from './settings/settingsDialogs.ts';

const UpdateProfile = lazy(() => import('./settings/UpdateProfile.tsx'));
const Sessions = lazy(() => import('./settings/Sessions.tsx'));
const ApiKeys = lazy(() => import('./settings/programs/ApiKeys.tsx'));
const Automations = lazy(() => import('./settings/programs/Automations.tsx'));
const Webhooks = lazy(() => import('./settings/programs/Webhooks.tsx'));
const Jobs = lazy(() => import('./settings/programs/Jobs.tsx'));
const TwoFactor = lazy(() => import('./settings/TwoFactor.tsx'));
const ChangePassword = lazy(() => import('./settings/ChangePassword.tsx'));

const stay = () => undefined;

/** Texts of this screen for a failed profile request (spec 8). */
const FAILURE = { refused: 'errors.loadUser', lost: 'errors.loadUserData' };

/** Cards below the profile, whose height varies, appear with it. */
const laterStyles = { display: 'grid', gap: 2, '&[hidden], &:empty': { display: 'none' } } as const;

/** Switches, language, and dialogs for profile and password (spec 2). */
export default function Settings({ role }: { role: Role }) {
  const t = useTranslate();
  const { data: profile, error, refetch } = useProfile(role, FAILURE);
  const { dialog, open, close } = useSettingsDialog(role);
  const ready = profile !== undefined || error !== null;
  return (
    <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)', maxWidth: 960 }}>
      <Typography variant="h1">{t('settings.title')}</Typography>
      <Box
        sx={{
          display: 'grid',
          gap: 2,
          alignItems: 'start',
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' },
          gridTemplateRows: { lg: 'auto 1fr' },
        }}
      >
        <Box sx={{ display: 'grid', gap: 2 }}>
          <SettingsCard name="account" title={t('settings.account')}>
            <ServerSwitch name="activate" role={role} profile={profile} />
            <Divider />
            <ServerSwitch name="notifications" role={role} profile={profile} />
            <Divider />
            <LocalSwitch name="privacy" initial={false} />
            <Divider />
            {hasFeature('twoFactor') ? (
              <Suspense
                fallback={<SwitchLine name="twoFactor" hint={t('secondFactor.hint')} on={false} busy onToggle={stay} />}
              >
                <TwoFactor />
              </Suspense>
            ) : (
              <LocalSwitch name="twoFactor" initial={!profile} />
            )}
          </SettingsCard>
          <SettingsCard name="language" title={t('settings.language')}>
            <LanguageChoice labelledBy={getHeadingId('language')} />
          </SettingsCard>
        </Box>
        <Box sx={{ gridArea: { lg: '1 / 2 / span 2' }, display: 'grid', gap: 2 }}>
          <ProfilePanel role={role} profile={profile} error={error} onRetry={refetch} onOpen={open} />
          <Box hidden={!ready} sx={laterStyles}>
            <LinksCards role={role} />
          </Box>
        </Box>
        <Box hidden={!ready} sx={laterStyles}>
          <Suspense fallback={null}>
            <AppSections role={role} />
            <Sessions />
            {getPageRoles().isManager(role) && <ApiKeys role={role} />}
            {getPageRoles().isManager(role) && <Webhooks />}
            {getPageRoles().isManager(role) && <Automations />}
            {getPageRoles().isManager(role) && <Jobs />}
          </Suspense>
        </Box>
      </Box>
      <Suspense fallback={null}>
        {dialog === 'profile' && profile && <UpdateProfile role={role} profile={profile} onClose={close} />}
        {dialog === 'password' && <ChangePassword onClose={close} />}
      </Suspense>
    </Box>
  );
}
