import { Box, FormHelperText, TextField, Typography } from '@mui/material';
import { useInput, useTranslate } from 'ra-core';
import type { Timing } from '../../wire/wireTimings.ts';

const TIME_INPUTS = [
  ['start', 'settings.timeIn'],
  ['end', 'settings.timeOut'],
] as const;

const rowStyles = {
  display: 'grid',
  gridTemplateColumns: { xs: '1fr 1fr', sm: '1.2fr 1fr 1fr' },
  gap: 1,
  alignItems: 'center',
};

/** Start and end time for each weekday, in the settings (spec 2). Forms use `TimingsInput`. */
export function ProfileTimingsInput({ source, label }: { source: string; label: string }) {
  const t = useTranslate();
  const { field, fieldState } = useInput({ source });
  const week = field.value as Timing[];
  const change = (day: string, part: Partial<Timing>) =>
    field.onChange(week.map((one) => (one.day === day ? { ...one, ...part } : one)));
  return (
    <Box component="fieldset" sx={{ display: 'grid', gap: 1, m: 0, p: 0, border: 0, minWidth: 0 }}>
      <Typography component="legend" variant="subtitle2" sx={{ p: 0, mb: 0.5 }}>
        {label}
      </Typography>
      <Box aria-hidden sx={rowStyles}>
        {TIME_INPUTS.map(([edge, name], index) => (
          <Typography
            key={edge}
            variant="body2"
            color="textSecondary"
            sx={{ gridColumn: { xs: index + 1, sm: index + 2 } }}
          >
            {t(name)}
          </Typography>
        ))}
      </Box>
      {week.map((timing, index) => (
        <Box key={timing.day} sx={rowStyles}>
          <Typography sx={{ gridColumn: { xs: '1 / -1', sm: 'auto' } }}>{t(`choices.${timing.day}`)}</Typography>
          {TIME_INPUTS.map(([edge, name]) => (
            <TextField
              key={edge}
              type="time"
              value={timing[edge] ?? ''}
              inputRef={index === 0 && edge === 'start' ? field.ref : undefined}
              onChange={(event) => change(timing.day, { [edge]: event.target.value || null })}
              slotProps={{ htmlInput: { 'aria-label': `${t(`choices.${timing.day}`)} ${t(name)}` } }}
            />
          ))}
        </Box>
      ))}
      <FormHelperText error={fieldState.invalid}>
        {fieldState.error?.message ?? t('settings.offDayHint')}
      </FormHelperText>
    </Box>
  );
}
