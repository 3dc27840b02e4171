import SearchIcon from '@mui/icons-material/Search';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useTranslate } from 'ra-core';
import { type ChangeEvent, lazy, type RefObject, Suspense, useEffect, useRef, useState } from 'react';
import { visuallyHidden } from '../theme/visuallyHidden.ts';
import type { Role } from '../wire/call.ts';
import { wasPressed } from './early.ts';
import { isShortcut, SHORTCUT } from './shortcut.ts';

const loadPalette = () => import('./Palette.tsx');
const Palette = lazy(loadPalette);
const Shortcuts = lazy(() => import('./Shortcuts.tsx'));

/** Whether what was typed is for a field. */
const isTyping = ({ target }: Event) =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'));

/**
 * Opens the command palette, as Ctrl/Cmd+K does unless something else took the key, and the shortcuts, as ? does. It is
 * fetched when it is first opened, or pointed at; what is typed meanwhile is not lost. `shown` is false where the header's middle has something of its own: then there is the key alone.
 */
export function PaletteButton({ role, shown }: { role: Role; shown: boolean }) {
  const t = useTranslate();
  const [open, setOpen] = useState(false);
  const [help, setHelp] = useState(false);
  const begun = useRef('');
  useEffect(() => {
    if (shown && wasPressed()) setOpen(true);
  }, [shown]);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented) return;
      if (isShortcut(event)) {
        event.preventDefault();
        begun.current = '';
        setOpen((before) => !before);
      } else if (event.key === '?' && !isTyping(event)) setHelp(true);
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
          onPointerEnter={() => void loadPalette()}
          onClick={() => {
            begun.current = '';
            setOpen(true);
          }}
          sx={quiet}
        >
          <Box component="span" sx={(theme) => ({ [theme.breakpoints.down('md')]: visuallyHidden })}>
            {t('palette.open')}
          </Box>
          <kbd aria-hidden>{SHORTCUT}</kbd>
        </Button>
      )}
      {open && (
        <Suspense fallback={<Typed into={begun} />}>
          <Fetched
            role={role}
            begun={begun}
            onClose={() => setOpen(false)}
            onShortcuts={() => {
              setOpen(false);
              setHelp(true);
            }}
          />
        </Suspense>
      )}
      {help && (
        <Suspense fallback={null}>
          <Shortcuts onClose={() => setHelp(false)} />
        </Suspense>
      )}
    </>
  );
}

interface FetchedProps {
  role: Role;
  begun: RefObject<string>;
  onClose: () => void;
  onShortcuts: () => void;
}

/** The palette, with what was typed until it was there. */
const Fetched = ({ begun, ...props }: FetchedProps) => <Palette {...props} begun={begun.current} />;

/** Takes what is typed while the palette is fetched. */
function Typed({ into }: { into: RefObject<string> }) {
  const t = useTranslate();
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  return (
    <Box
      component="input"
      ref={input}
      aria-label={t('palette.title')}
      onChange={(event: ChangeEvent<HTMLInputElement>) => {
        into.current = event.target.value;
      }}
      sx={visuallyHidden}
    />
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
