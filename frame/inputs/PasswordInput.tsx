import Hide from '@mui/icons-material/VisibilityOffOutlined';
import Show from '@mui/icons-material/VisibilityOutlined';
import { IconButton, InputAdornment } from '@mui/material';
import { useTranslate } from 'ra-core';
import { useState } from 'react';
import { TextInput, type TextInputProps } from 'react-admin';

interface PasswordInputProps extends TextInputProps {
  autoComplete: 'current-password' | 'new-password';
}

/** A password input with a show/hide button. react-admin's own passes a prop that MUI 9 removed. */
export function PasswordInput({ autoComplete, ...props }: PasswordInputProps) {
  const t = useTranslate();
  const [shown, setShown] = useState(false);
  return (
    <TextInput
      {...props}
      type={shown ? 'text' : 'password'}
      slotProps={{
        htmlInput: { autoComplete },
        input: {
          endAdornment: (
            <InputAdornment position="end">
              <IconButton
                edge="end"
                size="small"
                aria-label={t(`ra.input.password.${shown ? 'toggle_visible' : 'toggle_hidden'}`)}
                onClick={() => setShown(!shown)}
              >
                {shown ? <Hide fontSize="small" /> : <Show fontSize="small" />}
              </IconButton>
            </InputAdornment>
          ),
        },
      }}
    />
  );
}
