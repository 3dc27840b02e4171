import { type Theme, useMediaQuery } from '@mui/material';
import { useStore } from 'ra-core';
import { useState } from 'react';

/** State of the sidebar (spec 2, 9): collapsible from 1024 px, icons with an overlay from 768 px, hidden below. */
export function useSidebar() {
  const wide = useMediaQuery((theme: Theme) => theme.breakpoints.up('lg'), { noSsr: true });
  const narrow = useMediaQuery((theme: Theme) => theme.breakpoints.down('md'), { noSsr: true });
  const [open, setOpen] = useStore('sidebar.open', true);
  const [over, setOver] = useState(false);
  return {
    /** Beside the page, full width. */
    pinned: wide && open,
    /** Beside the page, at least as icons. */
    rail: !narrow,
    /** As an overlay. */
    over: over && !wide,
    shown: wide ? open : over,
    toggle: () => (wide ? setOpen(!open) : setOver(!over)),
    close: () => setOver(false),
  };
}
