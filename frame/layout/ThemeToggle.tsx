import DarkMode from '@mui/icons-material/DarkModeOutlined';
import LightMode from '@mui/icons-material/LightModeOutlined';
import { IconButton } from '@mui/material';
import { useTranslate } from 'ra-core';
import { useEffect } from 'react';
import { useTheme } from 'react-admin';
import { applyMode } from '../theme/mode.ts';

export function ThemeToggle() {
  const t = useTranslate();
  const [mode, setMode] = useTheme();
  useEffect(() => {
    applyMode(mode);
  }, [mode]);
  return (
    <IconButton
      aria-label={t('nav.theme')}
      aria-pressed={mode === 'dark'}
      onClick={() => setMode(mode === 'dark' ? 'light' : 'dark')}
    >
      {mode === 'dark' ? <LightMode /> : <DarkMode />}
    </IconButton>
  );
}
