import type { Components, Theme } from '@mui/material/styles';
import { TextFieldRoot } from './TextFieldRoot.tsx';
import { COARSE_POINTER, CONTROL_SIZE, RADIUS, TOUCH_SIZE } from './tokens.ts';

type Styled = { theme: Theme };
const outlined = { variant: 'outlined', size: 'small', fullWidth: true, margin: 'none' } as const;

/** Form fields: labels stand above and stay visible. */
export const inputs: Components<Theme> = {
  MuiTextField: { defaultProps: { ...outlined, slots: { root: TextFieldRoot } } },
  MuiFormControl: { defaultProps: outlined },
  MuiInputLabel: {
    defaultProps: { shrink: true, disableAnimation: true },
    styleOverrides: {
      root: ({ theme }: Styled) => ({
        ...theme.typography.subtitle2,
        position: 'static',
        maxWidth: '100%',
        marginBottom: 6,
        transform: 'none',
        pointerEvents: 'auto',
        whiteSpace: 'normal',
        color: theme.palette.text.primary,
        '&.Mui-focused': { color: theme.palette.text.primary },
        '&.Mui-error': { color: theme.palette.error.main },
      }),
    },
  },
  MuiOutlinedInput: {
    defaultProps: { notched: false },
    styleOverrides: {
      root: ({ theme }: Styled) => ({
        borderRadius: RADIUS.control,
        backgroundColor: theme.palette.background.paper,
        '& .MuiOutlinedInput-notchedOutline': { top: 0, borderColor: theme.palette.edge, legend: { display: 'none' } },
        '&:hover .MuiOutlinedInput-notchedOutline': { borderColor: theme.palette.text.secondary },
        '@media (hover: none)': { '&:hover .MuiOutlinedInput-notchedOutline': { borderColor: theme.palette.edge } },
        '&.Mui-focused .MuiOutlinedInput-notchedOutline': { borderColor: theme.palette.primary.main },
        '&.Mui-error .MuiOutlinedInput-notchedOutline': { borderColor: theme.palette.error.main },
        '&.MuiInputBase-multiline': { padding: '9px 12px' },
        '& > .MuiInputAdornment-positionStart + .MuiOutlinedInput-input': { paddingLeft: 0 },
      }),
      input: ({ theme }: Styled) => ({
        boxSizing: 'border-box',
        height: CONTROL_SIZE,
        padding: '8px 12px',
        '&:focus-visible': { outline: 0 },
        '&::placeholder': { color: theme.palette.text.secondary, opacity: 1 },
        '&:is(textarea)': { height: 'auto', padding: 0 },
        '&::-webkit-search-cancel-button': { filter: 'grayscale(1)' },
        '&.MuiSelect-select': {
          minHeight: CONTROL_SIZE,
          lineHeight: '24px',
          [COARSE_POINTER]: { minHeight: TOUCH_SIZE },
        },
        colorScheme: theme.palette.mode,
        // Phone browsers zoom in on text below 16 px.
        [COARSE_POINTER]: { height: TOUCH_SIZE, fontSize: '1rem' },
      }),
    },
  },
  MuiInput: {
    styleOverrides: {
      // Selects without a border (a row's status) get the usual focus outline.
      input: ({ theme }: Styled) => ({
        '&.MuiSelect-select:focus-visible': {
          outline: `2px solid ${theme.palette.primary.main}`,
          outlineOffset: 2,
          borderRadius: RADIUS.control,
        },
      }),
    },
  },
  MuiInputBase: { styleOverrides: { root: ({ theme }: Styled) => theme.typography.body1 } },
  // react-admin's default margin would misalign selects with other fields.
  RaSelectInput: { defaultProps: { margin: 'none' } },
  MuiFormHelperText: {
    styleOverrides: { root: ({ theme }: Styled) => ({ ...theme.typography.body2, margin: '4px 0 0' }) },
  },
  MuiFormControlLabel: { styleOverrides: { label: ({ theme }: Styled) => theme.typography.body1 } },
  MuiFormLabel: { styleOverrides: { root: ({ theme }: Styled) => theme.typography.subtitle2 } },
  MuiAutocomplete: {
    defaultProps: { fullWidth: true, size: 'small' },
    styleOverrides: {
      paper: ({ theme }: Styled) => ({
        border: `1px solid ${theme.palette.divider}`,
        boxShadow: '0 12px 32px rgba(10, 18, 16, 0.16)',
        marginTop: 4,
      }),
      listbox: { padding: 6 },
      option: { minHeight: CONTROL_SIZE, borderRadius: RADIUS.chip, [COARSE_POINTER]: { minHeight: TOUCH_SIZE } },
      inputRoot: {
        '&.MuiOutlinedInput-root': {
          padding: '0 9px 0 0',
          '& .MuiAutocomplete-input': { padding: '8px 12px' },
          '&:has(.MuiAutocomplete-tag)': { paddingBlock: 2, paddingInlineStart: 6 },
        },
      },
    },
  },
};
