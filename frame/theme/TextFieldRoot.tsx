import { FormControl, type FormControlProps } from '@mui/material';

interface TextFieldRootProps extends FormControlProps {
  ownerState?: unknown;
  InputProps?: unknown;
  inputProps?: unknown;
  readOnly?: unknown;
}

/**
 * Root of each text field. react-admin 5 passes the same props twice: in `slotProps`, which MUI 9 reads, and as
 * `InputProps` and `inputProps` of MUI 5, which MUI 9 would write into the DOM.
 */
export const TextFieldRoot = ({ ownerState, InputProps, inputProps, readOnly, ...props }: TextFieldRootProps) => (
  <FormControl {...props} />
);
