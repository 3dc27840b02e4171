import Add from '@mui/icons-material/Add';
import Delete from '@mui/icons-material/DeleteOutlined';
import { Box, Button, FormHelperText, IconButton, MenuItem, TextField } from '@mui/material';
import { useInput, useTranslate } from 'ra-core';
import { useEffect, useRef } from 'react';
import { useFormState } from 'react-hook-form';
import type { InputProps } from '../fields/kind.ts';
import { toast } from '../notify/toast.ts';
import { useLabel } from '../parts/intl.ts';
import type { Timing } from '../wire/wireTimings.ts';
import { WEEKDAYS } from '../wire/wireValues.ts';
import { getErrorText } from './inputErrors.ts';

const DEFAULT_HOURS = { start: '09:00', end: '17:00' };

/** Edits opening hours in forms. Errors also show as a toast (spec 2, 5). The settings use `ProfileTimingsInput`. */
export function TimingsInput({ source, label, required, field: { help } }: InputProps) {
  const t = useTranslate();
  const translateLabel = useLabel();
  const { field, fieldState } = useInput({ source, isRequired: required, defaultValue: [] });
  const error = getErrorText(fieldState.error);
  // One toast per submission, not one per correction.
  const { submitCount } = useFormState();
  const notified = useRef(0);
  useEffect(() => {
    if (!error || submitCount === notified.current) return;
    notified.current = submitCount;
    toast.error(error);
  }, [error, submitCount]);
  const list: Timing[] = Array.isArray(field.value) ? field.value : [];
  const free = WEEKDAYS.filter((day) => !list.some((one) => one.day === day));
  const change = (index: number, part: Partial<Timing>) =>
    field.onChange(list.map((one, at) => (at === index ? { ...one, ...part } : one)));
  const add = (days: readonly string[]) => {
    const { start, end } = list.at(-1) ?? DEFAULT_HOURS;
    field.onChange([...list, ...days.map((day) => ({ day, start, end }))]);
  };
  // Saturday and Sunday come last.
  const workdays = free.filter((day) => WEEKDAYS.indexOf(day) < 5);
  const several: [string, readonly string[]][] = [
    ['form.addWorkdays', workdays.length < free.length ? workdays : []],
    ['form.addWeek', free],
  ];

  return (
    <Box role="group" aria-label={label} sx={{ display: 'grid', gap: 1.5, width: '100%' }}>
      {list.map((timing, index) => (
        <TimingRow
          key={timing.day}
          timing={timing}
          days={WEEKDAYS.filter((day) => day === timing.day || free.includes(day))}
          onChange={(part) => change(index, part)}
          onRemove={() => field.onChange(list.filter((_, at) => at !== index))}
        />
      ))}
      {free[0] && (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
          <Button ref={field.ref} startIcon={<Add />} onClick={() => add(free.slice(0, 1))}>
            {t('form.addDay')}
          </Button>
          {several.map(
            ([key, days]) =>
              days.length > 1 && (
                <Button key={key} onClick={() => add(days)}>
                  {t(key)}
                </Button>
              ),
          )}
        </Box>
      )}
      {help && <FormHelperText>{translateLabel(help)}</FormHelperText>}
      {error && <FormHelperText error>{error}</FormHelperText>}
    </Box>
  );
}

interface TimingRowProps {
  timing: Timing;
  days: readonly string[];
  onChange: (part: Partial<Timing>) => void;
  onRemove: () => void;
}

function TimingRow({ timing, days, onChange, onRemove }: TimingRowProps) {
  const t = useTranslate();
  const dayName = (day: string) => t(`choices.${day}`, { _: day });
  return (
    <Box
      sx={{
        display: 'grid',
        gridTemplateColumns: { xs: '1fr 1fr auto', sm: '1.4fr 1fr 1fr auto' },
        gap: 1,
        alignItems: 'center',
      }}
    >
      <TextField
        select
        label={t('form.day')}
        value={timing.day}
        onChange={(event) => onChange({ day: event.target.value })}
        sx={{ gridColumn: { xs: '1 / -1', sm: 'auto' } }}
      >
        {days.map((day) => (
          <MenuItem key={day} value={day}>
            {dayName(day)}
          </MenuItem>
        ))}
      </TextField>
      {(['start', 'end'] as const).map((edge) => (
        <TextField
          key={edge}
          type="time"
          label={t(`form.${edge}`)}
          value={timing[edge] ?? ''}
          onChange={(event) => onChange({ [edge]: event.target.value || null })}
          slotProps={{
            inputLabel: { shrink: true },
            htmlInput: { 'aria-label': `${dayName(timing.day)} ${t(`form.${edge}`)}` },
          }}
        />
      ))}
      <IconButton aria-label={t('form.remove', { name: dayName(timing.day) })} onClick={onRemove}>
        <Delete />
      </IconButton>
    </Box>
  );
}
