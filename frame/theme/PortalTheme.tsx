import { createTheme, type Theme, ThemeProvider } from '@mui/material/styles';
import type { ReactNode } from 'react';
import { type Mode, useMode } from './mode.ts';
import { darkTheme, lightTheme } from './theme.ts';

const themes: Partial<Record<Mode, Theme>> = {};
/** The theme of a mode, made when it is first needed. */
function getTheme(mode: Mode): Theme {
  themes[mode] ??= createTheme(mode === 'dark' ? darkTheme : lightTheme);
  return themes[mode];
}

/** The theme around what stands outside of react-admin: the toasts, and the sign-in screen's popup. */
export function PortalTheme({ children }: { children: ReactNode }) {
  return <ThemeProvider theme={getTheme(useMode())}>{children}</ThemeProvider>;
}
