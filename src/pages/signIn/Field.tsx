import VisibilityOff from '@mui/icons-material/VisibilityOffOutlined';
import Visibility from '@mui/icons-material/VisibilityOutlined';
import FormControl from '@mui/material/FormControl';
import FormHelperText from '@mui/material/FormHelperText';
import IconButton from '@mui/material/IconButton';
import InputAdornment from '@mui/material/InputAdornment';
import InputLabel from '@mui/material/InputLabel';
import OutlinedInput, { type OutlinedInputProps } from '@mui/material/OutlinedInput';
import { useId, useState } from 'react';
import { translate } from '../../i18n/provider.ts';

interface FieldProps extends Omit<OutlinedInputProps, 'onChange' | 'error'> {
  label: string;
  value: string;
  onChange: (value: string) => void;
  error?: string;
  help?: string;
}

/** A labelled text field of the sign-in screen, made of the few parts that this screen loads. */
export function Field({ label, onChange, error, help, ...props }: FieldProps) {
  const id = useId();
  const under = error ?? help;
  return (
    <FormControl error={error !== undefined} required={props.required}>
      <InputLabel htmlFor={id} required={false}>
        {label}
      </InputLabel>
      <OutlinedInput
        {...props}
        id={id}
        onChange={({ target }) => onChange(target.value)}
        aria-describedby={under ? `${id}-help` : undefined}
      />
      {under && <FormHelperText id={`${id}-help`}>{under}</FormHelperText>}
    </FormControl>
  );
}

/** A password with a button that shows and hides it. */
export function PasswordField(props: FieldProps) {
  const [shown, setShown] = useState(false);
  return (
    <Field
      {...props}
      type={shown ? 'text' : 'password'}
      endAdornment={
        <InputAdornment position="end">
          <IconButton
            edge="end"
            aria-label={translate(shown ? 'signIn.hidePassword' : 'signIn.showPassword')}
            onClick={() => setShown(!shown)}
          >
            {shown ? <VisibilityOff fontSize="small" /> : <Visibility fontSize="small" />}
          </IconButton>
        </InputAdornment>
      }
    />
  );
}
