import SearchIcon from '@mui/icons-material/Search';
import { InputAdornment, TextField, type TextFieldProps } from '@mui/material';

/** Input of a search Autocomplete. `name` is its accessible name. */
export function SearchField({ name, slotProps, ...props }: TextFieldProps & { name: string }) {
  return (
    <TextField
      {...props}
      type="search"
      slotProps={{
        ...slotProps,
        htmlInput: { ...slotProps?.htmlInput, 'aria-label': name },
        input: {
          ...slotProps?.input,
          startAdornment: (
            <InputAdornment position="start" sx={{ ml: 1.25, mr: -0.5 }}>
              <SearchIcon fontSize="small" />
            </InputAdornment>
          ),
        },
      }}
    />
  );
}
