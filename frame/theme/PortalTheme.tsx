import { createTheme, type Theme, ThemeProvider } from '@mui/material/styles';
import type { ReactNode } from 'react';
import { type Mode, useMode } from './mode.ts';
import { darkTheme, lightTheme } from './theme.ts';

const themes: Partial<Record<Mode, Theme>> = {};
function getTheme(mode: Mode): Theme {
  themes[mode] ??= createTheme(mode === 'dark' ? darkTheme : lightTheme);
  return themes[mode];
}

/** Provides the theme outside react-admin: for toasts and the sign-in dialog. */
export function PortalTheme({ children }: { children: ReactNode }) {
  return <ThemeProvider theme={getTheme(useMode())}>{children}</ThemeProvider>;
}
