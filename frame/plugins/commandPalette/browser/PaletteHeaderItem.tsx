import SearchIcon from '@mui/icons-material/Search';
import { Box, Button } from '@mui/material';
import { lazyComponent, visuallyHidden } from 'portal-frame/browser';
import { focusInput } from 'portal-frame/browser/list';
import type { HeaderItemProps } from 'portal-frame/plugin';
import { isShortcut, SHORTCUT, takeEarlyText } from 'portal-frame/search';
import { TOUCH_SIZE } from 'portal-frame/tokens';
import { useTranslate } from 'ra-core';
import { type ChangeEvent, type KeyboardEvent as KeyPress, lazy, Suspense, useLayoutEffect, useState } from 'react';
import type { PaletteQuery } from './Palette.tsx';

const loadPalette = () => import('./Palette.tsx');
const Palette = lazy(loadPalette);
const Shortcuts = lazyComponent(() => import('./Shortcuts.tsx'));

const isTyping = ({ target }: Event) =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'));

/** Opens the palette by click or Ctrl/Cmd+K, and the shortcuts by "?". Only the keys work if the header is full. */
export default function PaletteHeaderItem({ role, narrow }: HeaderItemProps) {
  const shown = !narrow;
  const t = useTranslate();
  const [query, setQuery] = useState<PaletteQuery | null>(null);
  const [help, setHelp] = useState(false);
  const close = () => setQuery(null);
  const openShortcuts = () => {
    close();
    setHelp(true);
  };
  // Register the key before the first paint.
  useLayoutEffect(() => {
    const text = shown ? takeEarlyText() : null;
    if (text !== null) setQuery({ text });
  }, [shown]);
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented) return;
      if (isShortcut(event)) {
        event.preventDefault();
        setQuery((before) => (before ? null : { text: '' }));
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
          onClick={() => setQuery({ text: '' })}
          sx={buttonStyles}
        >
          <Box component="span" sx={(theme) => ({ [theme.breakpoints.down('md')]: visuallyHidden })}>
            {t('palette.open')}
          </Box>
          <kbd aria-hidden>{SHORTCUT}</kbd>
        </Button>
      )}
      {query && (
        <Suspense fallback={<PaletteFallback query={query} onQuery={setQuery} onClose={close} />}>
          <Palette role={role} query={query} onQuery={setQuery} onClose={close} onShortcuts={openShortcuts} />
        </Suspense>
      )}
      {help && <Shortcuts role={role} onClose={() => setHelp(false)} />}
    </>
  );
}

interface PaletteFallbackProps {
  query: PaletteQuery;
  onQuery: (query: PaletteQuery) => void;
  onClose: () => void;
}

/** Takes the input while the palette loads, until React replaces it. */
function PaletteFallback({ query, onQuery, onClose }: PaletteFallbackProps) {
  const t = useTranslate();
  return (
    <Box
      component="input"
      ref={focusInput}
      aria-label={t('palette.title')}
      value={query.text}
      onChange={({ target }: ChangeEvent<HTMLInputElement>) => onQuery({ text: target.value })}
      onKeyDown={({ key }: KeyPress) => {
        if (key === 'Escape') onClose();
        else if (key === 'Enter' && query.text.trim() !== '') onQuery({ ...query, enterPressed: true });
      }}
      sx={visuallyHidden}
    />
  );
}

/** Looks like an input; on a phone only its icon shows. */
const buttonStyles = {
  width: { md: 320 },
  justifyContent: 'flex-start',
  color: 'text.secondary',
  borderColor: { xs: 'transparent', md: 'edge' },
  minWidth: TOUCH_SIZE,
  px: { xs: 1, md: 1.5 },
  '& .MuiButton-startIcon': { mx: { xs: 0, md: undefined } },
  '& kbd': { display: { xs: 'none', md: 'inline' }, ml: 'auto', font: 'inherit', fontSize: 13 },
} as const;
