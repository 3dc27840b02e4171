import { Box, Divider, ToggleButton, ToggleButtonGroup, Typography } from '@mui/material';
import { useMutation } from '@tanstack/react-query';
import { useLocaleState, useTranslate } from 'ra-core';
import { type ComponentProps, lazy, Suspense, useState } from 'react';
import { getAppSettings } from '../config/app/appSettings.ts';
import { addEntries } from '../config/app/mergeExtension.ts';
import { getPlugins } from '../config/app/pluginList.ts';
import type { SettingsSection } from '../config/app/settingsTypes.ts';
import { request } from '../dataProvider/request.ts';
import { getLanguageName } from '../i18n/languageNames.ts';
import { LOCALES } from '../i18n/provider.ts';
import { useProfile, useProfileCache } from '../layout/useProfile.ts';
import { askToConfirm } from '../notify/askToConfirm.ts';
import { toast } from '../notify/toast.ts';
import { hasFeature } from '../session/session.ts';
import { useFailure } from '../views/shared/useFailure.ts';
import { accountCalls } from '../wire/calls/accountCalls.ts';
import type { Profile } from '../wire/profiles.ts';
import { getPageRoles, type Role } from '../wire/roles.ts';
import { asObject } from '../wire/wireValues.ts';
import LinksCards from './settings/LinksCards.tsx';
import { ProfilePanel } from './settings/ProfilePanel.tsx';
import { getHeadingId, SettingsCard } from './settings/SettingsCard.tsx';
import { SwitchLine } from './settings/SwitchLine.tsx';
import { useSettingsDialog } from './settings/settingsDialogs.ts';

const UpdateProfile = lazy(() => import('./settings/UpdateProfile.tsx'));
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
            <PluginSwitch name="twoFactor" initial={!profile} />
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
            <Sections role={role} />
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

/** Settings stored by the host: flag of the profile, and the call that toggles it. */
const SERVER_SETTINGS = {
  activate: { flag: 'isActive', call: accountCalls.toggleAccount },
  notifications: { flag: 'isNotification', call: accountCalls.toggleNotification },
} as const;

interface ServerSwitchProps {
  name: keyof typeof SERVER_SETTINGS;
  role: Role;
  /** Until it is loaded, the switch is on. */
  profile: Profile | undefined;
}

/** A switch that flips after the host has confirmed (spec 4). Deactivating one's own account asks first. */
function ServerSwitch({ name, role, profile }: ServerSwitchProps) {
  const t = useTranslate();
  const fail = useFailure();
  const { set } = useProfileCache(role);
  const [own, setOwn] = useState<boolean>();
  const { flag, call } = SERVER_SETTINGS[name];
  const on = profile?.[flag] ?? own ?? true;
  // Spec 2 has no such question, so it appears only with our own host.
  const asks = name === 'activate' && on && hasFeature('reauthenticate');
  const { mutate, isPending } = useMutation({
    mutationFn: () => request(call),
    onSuccess: (data) => {
      const saved = asObject(data)[flag];
      const next = typeof saved === 'boolean' ? saved : !on;
      setOwn(next);
      set({ [flag]: next });
      toast.success(t('toasts.toggled', { setting: t(`settings.${name}`) }));
    },
    onError: fail,
  });
  const toggle = async () => {
    const words = { title: 'settings.deactivate', confirm: 'settings.deactivateYes' };
    if (!asks || (await askToConfirm(t('settings.deactivateText'), words))) mutate();
  };
  return <SwitchLine name={name} on={on} busy={isPending} onToggle={toggle} />;
}

/** A switch without effect: its state is kept on this screen only (spec 4). */
function LocalSwitch({ name, initial }: { name: 'privacy' | 'twoFactor'; initial: boolean }) {
  const t = useTranslate();
  const [own, setOwn] = useState<boolean>();
  const on = own ?? initial;
  const toggle = () => {
    setOwn(!on);
    toast.success(t('toasts.toggled', { setting: t(`settings.${name}`) }));
  };
  return <SwitchLine name={name} on={on} onToggle={toggle} />;
}

/** The switch of a plug-in whose feature the host has; else a local one. */
function PluginSwitch({ name, initial }: ComponentProps<typeof LocalSwitch>) {
  const t = useTranslate();
  const found = switches.find(({ feature }) => hasFeature(feature) && (feature as string) === name);
  if (!found) return <LocalSwitch name={name} initial={initial} />;
  const { Switch, hint } = found;
  return (
    <Suspense fallback={<SwitchLine name={name} hint={t(hint)} on={false} busy onToggle={stay} />}>
      <Switch />
    </Suspense>
  );
}

const switches = getPlugins().flatMap(({ settingsSwitch: own }) =>
  own ? [{ ...own, Switch: lazy(own.component) }] : [],
);

interface SectionProps {
  role: Role;
}

/** The frame's own sections. */
const OWN: readonly SettingsSection[] = [
  { name: 'sessions', component: () => import('./settings/Sessions.tsx') },
  { name: 'jobs', roles: 'managers', component: () => import('./settings/programs/Jobs.tsx') },
];

const cards: readonly SettingsSection[] = [
  ...(getAppSettings().sections ?? []),
  ...getPlugins().flatMap(({ settingsCards = [] }) => settingsCards),
  ...OWN,
];
const added = cards.flatMap(({ name, after }) => (after ? [{ add: name, after }] : []));
const names = addEntries(
  cards.flatMap(({ name, after }) => (after ? [] : [name])),
  added,
);
const sections = cards
  .toSorted((a, b) => names.indexOf(a.name) - names.indexOf(b.name))
  .map(({ component, ...section }) => ({ ...section, Section: lazy(component) }));

const isFor = (roles: SettingsSection['roles'], role: Role) =>
  roles === 'managers' ? getPageRoles().isManager(role) : (roles?.includes(role) ?? true);

function Sections({ role }: SectionProps) {
  return sections.map(({ name, roles, Section }) => isFor(roles, role) && <Section key={name} role={role} />);
}

function LanguageChoice({ labelledBy }: { labelledBy: string }) {
  const [locale, setLocale] = useLocaleState();
  return (
    <ToggleButtonGroup
      exclusive
      color="primary"
      sx={{ mt: 1 }}
      aria-labelledby={labelledBy}
      value={locale}
      onChange={(_, chosen: string | null) => chosen && setLocale(chosen)}
    >
      {LOCALES.map((one) => (
        <ToggleButton key={one} value={one} lang={one} sx={{ px: 2.5 }}>
          {getLanguageName(one)}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
}
