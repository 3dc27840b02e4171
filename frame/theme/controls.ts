import type { Theme } from '@mui/material/styles';
import { COARSE_POINTER, CONTROL_SIZE, RADIUS, TONES, TOUCH_SIZE } from './tokens.ts';

type Styled = { theme: Theme };

/** Buttons, chips, tabs and links. */
export const controls = {
  MuiButtonBase: { defaultProps: { disableRipple: true } },
  MuiButton: {
    defaultProps: { disableElevation: true },
    styleOverrides: {
      root: {
        minHeight: CONTROL_SIZE,
        borderRadius: RADIUS.control,
        whiteSpace: 'nowrap',
        variants: [
          { props: { size: 'small' }, style: { minHeight: 32 } },
          { props: { size: 'large' }, style: { minHeight: 44, fontSize: '0.875rem' } },
          { props: {}, style: { [COARSE_POINTER]: { minHeight: TOUCH_SIZE } } },
        ],
      },
      outlined: ({ theme }: Styled) => ({
        backgroundColor: theme.palette.background.paper,
        variants: [
          {
            props: { color: 'primary' },
            style: {
              color: theme.palette.text.primary,
              borderColor: theme.palette.divider,
              '& .MuiButton-icon': { color: theme.palette.text.secondary },
              '&:hover': { borderColor: theme.palette.edge, backgroundColor: theme.palette.background.paper },
            },
          },
          { props: { color: 'error' }, style: { borderColor: theme.palette.divider } },
        ],
      }),
      /** Delete buttons turn red on hover only; a page of cards would be full of red otherwise. */
      text: ({ theme }: Styled) => ({
        variants: [
          {
            props: { color: 'error' },
            style: {
              color: theme.palette.text.secondary,
              '&:hover, &:focus-visible': { color: theme.palette.error.main },
            },
          },
        ],
      }),
      contained: ({ theme }: Styled) => ({
        '&.Mui-disabled': { color: theme.palette.text.secondary, backgroundColor: theme.palette.secondary.soft },
      }),
    },
  },
  MuiIconButton: {
    styleOverrides: {
      root: ({ theme }: Styled) => ({
        borderRadius: RADIUS.control,
        color: theme.palette.text.secondary,
        '&:hover': { color: theme.palette.text.primary },
        [COARSE_POINTER]: { minWidth: TOUCH_SIZE, minHeight: TOUCH_SIZE },
      }),
    },
  },
  MuiChip: {
    styleOverrides: {
      root: ({ theme }: Styled) => ({
        borderRadius: RADIUS.chip,
        fontWeight: 500,
        backgroundColor: theme.palette.secondary.soft,
        color: theme.palette.secondary.strong,
        '& .MuiChip-icon': { color: 'inherit', fontSize: 16 },
        variants: [
          ...TONES.map((color) => ({
            props: { color, variant: 'filled' as const },
            style: {
              color: theme.palette[color].strong,
              backgroundColor: theme.palette[color].soft,
              '&.MuiChip-clickable:hover': { backgroundColor: theme.palette[color].soft },
              '& .MuiChip-deleteIcon, & .MuiChip-deleteIcon:hover': { color: theme.palette[color].strong },
            },
          })),
          {
            props: { variant: 'outlined' as const },
            style: {
              color: theme.palette.text.primary,
              backgroundColor: 'transparent',
              border: `1px solid ${theme.palette.divider}`,
            },
          },
          ...TONES.map((color) => ({
            props: { color, variant: 'outlined' as const },
            style: { '& .MuiChip-icon': { color: theme.palette[color].main } },
          })),
        ],
      }),
      deleteIcon: ({ theme }: Styled) => ({
        color: theme.palette.text.secondary,
        '&:hover': { color: theme.palette.text.primary },
      }),
    },
  },
  MuiLink: {
    defaultProps: { underline: 'hover' },
    styleOverrides: {
      root: {
        fontWeight: 500,
        borderRadius: 2,
        // Enlarges the target, but not the line.
        [COARSE_POINTER]: { paddingBlock: 16, marginBlock: -16 },
      },
    },
  },
  MuiToggleButton: {
    styleOverrides: {
      root: {
        borderRadius: RADIUS.control,
        textTransform: 'none',
        minHeight: CONTROL_SIZE,
        [COARSE_POINTER]: { minHeight: TOUCH_SIZE },
      },
    },
  },
  MuiBadge: {
    styleOverrides: { badge: ({ theme }: Styled) => ({ fontWeight: 650, fontSize: theme.typography.pxToRem(11) }) },
  },
  MuiSwitch: {
    styleOverrides: {
      track: ({ theme }: Styled) => ({ backgroundColor: theme.palette.edge, opacity: 0.7 }),
      root: {
        '& .Mui-checked + .MuiSwitch-track': { opacity: 0.55 },
        [COARSE_POINTER]: {
          height: TOUCH_SIZE,
          paddingBlock: 15,
          '& .MuiSwitch-switchBase': { top: 3 },
          '& .MuiSwitch-input': { top: -3, height: TOUCH_SIZE },
        },
      },
    },
  },
  MuiCheckbox: { styleOverrides: { root: ({ theme }: Styled) => ({ color: theme.palette.edge }) } },
  MuiRadio: { styleOverrides: { root: ({ theme }: Styled) => ({ color: theme.palette.edge }) } },
};
