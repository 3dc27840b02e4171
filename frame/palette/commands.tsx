import DarkMode from '@mui/icons-material/DarkModeOutlined';
import LightMode from '@mui/icons-material/LightModeOutlined';
import Logout from '@mui/icons-material/Logout';
import Translate from '@mui/icons-material/Translate';
import { useLocaleState, useTranslate } from 'ra-core';
import type { ReactNode } from 'react';
import { useTheme } from 'react-admin';
import { useNavigate } from 'react-router';
import { getLanguageName } from '../i18n/languageNames.ts';
import { LOCALES } from '../i18n/provider.ts';
import { useMenuEntryName } from '../parts/intl.ts';
import { listDestinations } from '../session/menu.ts';
import { Icon } from '../theme/icons.tsx';
import { getLogoutPath, type Role } from '../wire/roles.ts';
import type { Hit } from './useRecordSearch.ts';

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

/** Commands of a role: its screens and forms, theme, language, logout. */
export function useCommands(role: Role): Command[] {
  const t = useTranslate();
  const nameOf = useMenuEntryName();
  const navigate = useNavigate();
  const [mode, setMode] = useTheme();
  const [locale, setLocale] = useLocaleState();
  const places = listDestinations(role).map(
    (entry): Command => ({
      key: entry.path,
      group: t(entry.form ? 'palette.do' : 'palette.go'),
      label: nameOf(entry),
      isDestination: true,
      icon: <Icon name={entry.icon} fontSize="small" color="action" />,
      run: () => navigate(entry.path),
    }),
  );
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
  const adding = (one: Command) => one.group === t('palette.do');
  return [
    ...places.filter((one) => !adding(one)),
    ...places.filter(adding),
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
      run: () => navigate(getLogoutPath(role)),
    },
  ];
}
