import type { Theme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useStore } from 'ra-core';
import { useState } from 'react';

/**
 * How the sidebar stands (spec 2, 9): from 1024 px on its toggle collapses it, and the choice is kept; between 768 and
 * 1024 px it is collapsed and slides over the page when asked for; below 768 px it is away until then.
 */
export function useSidebar() {
  const wide = useMediaQuery((theme: Theme) => theme.breakpoints.up('lg'), { noSsr: true });
  const narrow = useMediaQuery((theme: Theme) => theme.breakpoints.down('md'), { noSsr: true });
  const [open, setOpen] = useStore('sidebar.open', true);
  const [over, setOver] = useState(false);
  return {
    /** It stands beside the page in its full width. */
    pinned: wide && open,
    /** There is a collapsed one beside the page. */
    rail: !narrow,
    /** It lies over the page. */
    over: over && !wide,
    shown: wide ? open : over,
    toggle: () => (wide ? setOpen(!open) : setOver(!over)),
    close: () => setOver(false),
  };
}
