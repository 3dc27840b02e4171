import type { Components, Theme } from '@mui/material/styles';
import { COARSE_POINTER, NARROW_TABLE_WIDTH, RADIUS, TONES, TOUCH_SIZE } from './tokens.ts';

type Styled = { theme: Theme };
const hairlineBorder = ({ palette }: Theme) => `1px solid ${palette.divider}`;
const floatingShadow = ({ palette }: Theme) =>
  palette.mode === 'dark' ? '0 12px 32px rgba(0, 0, 0, 0.5)' : '0 12px 32px rgba(22, 33, 31, 0.12)';

/** Page background, cards, tables, dialogs and menus. */
export const surfaces = {
  MuiCssBaseline: {
    styleOverrides: (theme: Theme) => ({
      // Keeps focused elements clear of the header.
      html: { overflowY: 'scroll', scrollPaddingBlock: 96 },
      body: {
        fontVariantNumeric: 'tabular-nums',
        WebkitFontSmoothing: 'antialiased',
        textRendering: 'optimizeLegibility',
      },
      ':focus-visible': { outline: `2px solid ${theme.palette.primary.main}`, outlineOffset: 2 },
      /** Text for screen readers only. */
      '.sr-only': {
        position: 'absolute',
        width: 1,
        height: 1,
        overflow: 'hidden',
        clipPath: 'inset(50%)',
        whiteSpace: 'nowrap',
      },
      '@media (prefers-reduced-motion: reduce)': {
        '*, *::before, *::after': {
          animationDuration: '0.01ms !important',
          animationIterationCount: '1 !important',
          // Even a short duration would create a transition per element and delay scripted moves by a frame.
          transitionDuration: '0s !important',
          transitionDelay: '0s !important',
          scrollBehavior: 'auto !important',
        },
      },
    }),
  },
  MuiPaper: {
    defaultProps: { elevation: 0 },
    styleOverrides: { root: { backgroundImage: 'none' }, rounded: { borderRadius: RADIUS.card } },
  },
  MuiCard: {
    defaultProps: { variant: 'outlined' },
    styleOverrides: { root: ({ theme }: Styled) => ({ border: hairlineBorder(theme) }) },
  },
  // The surrounding card would clip a toolbar above the table.
  RaBulkActionsToolbar: {
    styleOverrides: {
      root: ({ theme }: Styled) => ({
        // As high as the table head, so the first row stays visible.
        '& .RaBulkActionsToolbar-toolbar': {
          ...{ transform: 'none', height: 36, minHeight: 36, paddingBlock: 0 },
          backgroundColor: theme.palette.primary.soft,
          color: theme.palette.primary.strong,
          [COARSE_POINTER]: { height: TOUCH_SIZE },
        },
        '& .RaBulkActionsToolbar-topToolbar': { paddingBlock: 0, alignItems: 'center' },
        '& .MuiButton-root': { color: 'inherit', paddingBlock: 2 },
        '& .RaBulkActionsToolbar-collapsed': { visibility: 'hidden' as const },
      }),
    },
  },
  MuiCardContent: { styleOverrides: { root: { padding: 20, '&:last-child': { paddingBottom: 20 } } } },
  MuiDialog: {
    styleOverrides: {
      paper: ({ theme }: Styled) => ({
        borderRadius: RADIUS.card + 2,
        border: hairlineBorder(theme),
        boxShadow: floatingShadow(theme),
        '&.MuiDialog-paperFullScreen': { maxWidth: '100%', borderRadius: 0, border: 0 },
        [theme.breakpoints.down('sm')]: {
          '&:not(.MuiDialog-paperFullScreen)': { margin: 16, width: 'calc(100% - 32px)' },
        },
      }),
    },
  },
  MuiDialogTitle: {
    styleOverrides: { root: ({ theme }: Styled) => ({ ...theme.typography.h1, padding: '20px 24px 8px' }) },
  },
  MuiDialogContent: { styleOverrides: { root: { padding: '8px 24px 16px' } } },
  MuiDialogActions: { styleOverrides: { root: { padding: '12px 24px 20px', gap: 8 } } },
  MuiBackdrop: {
    styleOverrides: { root: { '&:not(.MuiBackdrop-invisible)': { backgroundColor: 'rgba(10, 18, 16, 0.5)' } } },
  },
  MuiDrawer: {
    styleOverrides: { paper: ({ theme }: Styled) => ({ borderRadius: 0, boxShadow: floatingShadow(theme) }) },
  },
  MuiMenu: {
    styleOverrides: {
      paper: ({ theme }: Styled) => ({ border: hairlineBorder(theme), boxShadow: floatingShadow(theme), marginTop: 4 }),
      list: { padding: 6 },
    },
  },
  MuiPopover: {
    styleOverrides: {
      paper: ({ theme }: Styled) => ({ border: hairlineBorder(theme), boxShadow: floatingShadow(theme) }),
    },
  },
  MuiMenuItem: {
    styleOverrides: {
      root: ({ theme }: Styled) => ({
        ...theme.typography.body1,
        minHeight: 36,
        borderRadius: RADIUS.chip,
        gap: 10,
        [COARSE_POINTER]: { minHeight: TOUCH_SIZE },
        '&.Mui-selected, &.Mui-selected:hover': { backgroundColor: theme.palette.primary.soft },
      }),
    },
  },
  MuiListItemIcon: { styleOverrides: { root: { minWidth: 36, color: 'inherit' } } },
  MuiTooltip: {
    styleOverrides: {
      tooltip: ({ theme }: Styled) => ({
        ...theme.typography.body2,
        padding: '6px 10px',
        borderRadius: RADIUS.chip,
        color: theme.palette.background.paper,
        backgroundColor: theme.palette.text.primary,
      }),
    },
  },
  MuiTableCell: {
    styleOverrides: {
      root: ({ theme }: Styled) => ({
        ...theme.typography.body1,
        padding: '10px 14px',
        [theme.breakpoints.down(NARROW_TABLE_WIDTH)]: { paddingInline: 8 },
        borderColor: theme.palette.divider,
      }),
      head: ({ theme }: Styled) => ({
        ...theme.typography.subtitle2,
        color: theme.palette.text.secondary,
        backgroundColor: 'transparent',
        whiteSpace: 'nowrap',
      }),
      sizeSmall: { padding: '8px 14px' },
    },
  },
  MuiTableRow: { styleOverrides: { root: { '&:last-child > td, &:last-child > th[scope=row]': { borderBottom: 0 } } } },
  MuiTableSortLabel: { styleOverrides: { root: { '&.Mui-active': { fontWeight: 650 } } } },
  MuiSkeleton: { defaultProps: { variant: 'rounded' }, styleOverrides: { rounded: { borderRadius: RADIUS.chip } } },
  MuiAlert: {
    styleOverrides: {
      root: { alignItems: 'center', borderRadius: RADIUS.card },
      standard: ({ theme }: Styled) => ({
        variants: TONES.map((color) => ({
          props: { severity: color },
          style: {
            color: theme.palette[color].strong,
            backgroundColor: theme.palette[color].soft,
            '& .MuiAlert-icon': { color: 'inherit' },
          },
        })),
      }),
    },
  },
} as Components<Theme>;
