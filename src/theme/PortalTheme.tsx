import { createTheme, ThemeProvider } from '@mui/material/styles';
import type { ReactNode } from 'react';
import { useMode } from './mode.ts';
import { darkTheme, lightTheme } from './theme.ts';

const themes = { light: createTheme(lightTheme), dark: createTheme(darkTheme) };

/** The theme around what stands outside of react-admin: the toasts, and the sign-in screen's popup. */
export function PortalTheme({ children }: { children: ReactNode }) {
  return <ThemeProvider theme={themes[useMode()]}>{children}</ThemeProvider>;
}
