import DarkMode from '@mui/icons-material/DarkModeOutlined';
import LightMode from '@mui/icons-material/LightModeOutlined';
import Logout from '@mui/icons-material/Logout';
import Translate from '@mui/icons-material/Translate';
import { Icon } from 'portal-frame/browser';
import {
  getLanguageName,
  getSections,
  type IconName,
  LOCALES,
  listDestinations,
  useLabel,
  useMenuEntryName,
} from 'portal-frame/browser/plugins';
import { getLogoutPath, getPageRoles, type Role } from 'portal-frame/roles';
import type { Hit } from 'portal-frame/search';
import { useLocaleState, useTranslate } from 'ra-core';
import type { ReactNode } from 'react';
import { useTheme } from 'react-admin';
import { useNavigate } from 'react-router';

export interface Command {
  key: string;
  group: string;
  label: string;
  icon?: ReactNode;
  lang?: string;
  /** Remembered as recent when chosen. */
  isDestination?: true;
  /** The record it opens, if any. */
  hit?: Hit;
  run(): void;
}

interface Destination {
  path: string;
  /** i18n key of the heading. */
  group: string;
  label: string;
  icon: IconName;
}

/** Returns a function that builds a command which opens a screen. */
export function useDestination(): (destination: Destination) => Command {
  const t = useTranslate();
  const navigate = useNavigate();
  return ({ path, group, label, icon }) => ({
    key: path,
    group: t(group),
    label,
    isDestination: true,
    icon: <Icon name={icon} fontSize="small" color="action" />,
    run: () => navigate(path),
  });
}

/** Commands of a role: its screens and forms, theme, language, logout. */
export function useCommands(role: Role): Command[] {
  const t = useTranslate();
  const translateLabel = useLabel();
  const nameOf = useMenuEntryName();
  const navigate = useNavigate();
  const [mode, setMode] = useTheme();
  const [locale, setLocale] = useLocaleState();
  const toCommand = useDestination();
  const screens = listDestinations(role).map((entry) => ({
    entry,
    command: toCommand({
      path: entry.path,
      group: entry.form ? 'palette.do' : 'palette.go',
      label: nameOf(entry),
      icon: entry.icon,
    }),
  }));
  // A section named like its first screen would offer this screen twice.
  const named = getSections(role).filter(({ title, entries: [first] }) => translateLabel(title) !== nameOf(first));
  const sections = named.map(({ name, title, entries: [first] }) => ({
    ...toCommand({ path: first.path, group: 'palette.go', label: translateLabel(title), icon: first.icon }),
    // Its first screen has this address, too.
    key: `section ${name}`,
  }));
  const dark = mode === 'dark';
  const languages = LOCALES.filter((one) => one !== locale).map(
    (one): Command => ({
      key: one,
      group: t('palette.do'),
      label: t('palette.language', { name: getLanguageName(one) }),
      icon: <Translate fontSize="small" color="action" />,
      run: () => void setLocale(one),
    }),
  );
  return [
    ...screens.flatMap(({ entry, command }) => (entry.form ? [] : command)),
    ...sections,
    ...screens.flatMap(({ entry, command }) => (entry.form ? command : [])),
    {
      key: 'theme',
      group: t('palette.do'),
      label: t(dark ? 'palette.light' : 'palette.dark'),
      icon: dark ? <LightMode fontSize="small" color="action" /> : <DarkMode fontSize="small" color="action" />,
      run: () => setMode(dark ? 'light' : 'dark'),
    },
    ...languages,
    {
      key: 'logout',
      group: t('palette.do'),
      label: t('nav.logout'),
      icon: <Logout fontSize="small" color="action" />,
      run: () => navigate(getLogoutPath(getPageRoles().get(role))),
    },
  ];
}
