import SearchIcon from '@mui/icons-material/Search';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useTranslate } from 'ra-core';
import { lazy, Suspense, useEffect, useState } from 'react';
import { visuallyHidden } from '../theme/visuallyHidden.ts';
import type { Role } from '../wire/call.ts';
import { isShortcut, SHORTCUT } from './shortcut.ts';

const Palette = lazy(() => import('./Palette.tsx'));

/**
 * Opens the command palette, as Ctrl/Cmd+K does unless something else took the key; it is fetched when it is first
 * opened. `shown` is false where the header's middle has something of its own: then there is the key alone.
 */
export function PaletteButton({ role, shown }: { role: Role; shown: boolean }) {
  const t = useTranslate();
  const [open, setOpen] = useState(false);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!isShortcut(event) || event.defaultPrevented) return;
      event.preventDefault();
      setOpen((before) => !before);
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
  return (
    <>
      {shown && (
        <Button
          variant="outlined"
          color="inherit"
          startIcon={<SearchIcon />}
          aria-haspopup="dialog"
          aria-keyshortcuts="Control+K Meta+K"
          onClick={() => setOpen(true)}
          sx={quiet}
        >
          <Box component="span" sx={(theme) => ({ [theme.breakpoints.down('md')]: visuallyHidden })}>
            {t('palette.open')}
          </Box>
          <kbd aria-hidden>{SHORTCUT}</kbd>
        </Button>
      )}
      {open && (
        <Suspense fallback={null}>
          <Palette role={role} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

/** Looks like the field it opens; on a phone no more than its icon. */
const quiet = {
  width: { md: 320 },
  justifyContent: 'flex-start',
  color: 'text.secondary',
  borderColor: { xs: 'transparent', md: 'edge' },
  minWidth: 40,
  px: { xs: 1, md: 1.5 },
  '& .MuiButton-startIcon': { mx: { xs: 0, md: undefined } },
  '& kbd': { display: { xs: 'none', md: 'inline' }, ml: 'auto', font: 'inherit', fontSize: 13 },
} as const;
