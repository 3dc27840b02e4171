import { Box, Switch, Typography } from '@mui/material';
import { useTranslate } from 'ra-core';
import { useId } from 'react';

interface SwitchLineProps {
  /** The label is the text `settings.{name}`. */
  name: string;
  /** Replaces the text `settings.{name}Hint`. */
  hint?: string;
  on: boolean;
  /** While the request runs. The switch keeps the focus. */
  busy?: boolean;
  onToggle: () => void;
}

/** Line of a settings card with a label, a hint and a switch. */
export function SwitchLine({ name, hint, on, busy = false, onToggle }: SwitchLineProps) {
  const t = useTranslate();
  const id = useId();
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: 2, py: 1.25 }}>
      <Box sx={{ minWidth: 0 }}>
        <Typography component="label" htmlFor={id} variant="subtitle1" sx={{ display: 'block' }}>
          {t(`settings.${name}`)}
        </Typography>
        <Typography id={`${id}-hint`} variant="body2" color="textSecondary">
          {hint ?? t(`settings.${name}Hint`)}
        </Typography>
      </Box>
      <Switch
        id={id}
        checked={on}
        onChange={() => !busy && onToggle()}
        slotProps={{ input: { 'aria-describedby': `${id}-hint`, 'aria-busy': busy } }}
      />
    </Box>
  );
}
