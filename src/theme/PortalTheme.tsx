import CssBaseline from '@mui/material/CssBaseline';
import { createTheme, ThemeProvider } from '@mui/material/styles';
import type { ReactNode } from 'react';
import { useMode } from './mode.ts';
import { darkTheme, lightTheme } from './theme.ts';

const themes = { light: createTheme(lightTheme), dark: createTheme(darkTheme) };

/** The theme around everything that stands outside of react-admin: the sign-in screen and the toasts. */
export function PortalTheme({ children }: { children: ReactNode }) {
  return (
    <ThemeProvider theme={themes[useMode()]}>
      <CssBaseline enableColorScheme />
      {children}
    </ThemeProvider>
  );
}
