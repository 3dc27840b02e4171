import { Alert, Autocomplete, Box, Button, TextField } from '@mui/material';
import type { InputProps } from 'portal-frame';
import { useInput, useTranslate } from 'ra-core';
import { useEffect, useRef, useState } from 'react';
import { TextInput } from 'react-admin';
import { useFormContext } from 'react-hook-form';
import { getResource } from '../../../frame/config/registry.ts';
import { formatDayAndTime } from '../../../frame/fields/date.ts';
import { getErrorText } from '../../../frame/inputs/inputErrors.ts';
import { SearchResult } from '../../../frame/palette/SearchResult.tsx';
import { type Hit, useRecordSearch } from '../../../frame/palette/useRecordSearch.ts';
import { useIntl } from '../../../frame/parts/intl.ts';
import { isOffered } from '../../../frame/session/session.ts';
import { normalizeText } from '../../../frame/wire/normalizeText.ts';
import { findCalls } from '../../wire/findApi.ts';
import { useAge } from './useAge.ts';

/** Copied from the previous visit. */
const PATIENT_FIELDS = ['email', 'contactNumber', 'accountNumber', 'address', 'dateOfBirth', 'gender'] as const;
/** Receives the focus after a patient is chosen. */
const NEXT_FIELD = 'appointmentDateTime';

const containsWords = (name: string, text: string) =>
  normalizeText(text)
    .split(/\s+/)
    .every((word) => normalizeText(name).includes(word));

/**
 * Name of a new appointment's patient. Suggests known patients if the host can search; choosing one fills in the
 * details.
 */
export default function PatientInput(props: InputProps) {
  const { source, label, required } = props;
  return isOffered(findCalls.find) ? (
    <ExistingPatient {...props} />
  ) : (
    <TextInput source={source} label={label} isRequired={required} helperText={false} autoComplete="off" fullWidth />
  );
}

function ExistingPatient({ source, label, required }: InputProps) {
  const t = useTranslate();
  const intl = useIntl();
  const { id, field, fieldState } = useInput({ source });
  const { setValue, getValues } = useFormContext();
  const input = useRef<HTMLInputElement>(null);
  const [picked, setPicked] = useState<{ hit: Hit; before: Record<string, unknown> } | null>(null);
  const [open, setOpen] = useState(false);
  useAge();
  const text = String(field.value ?? '');
  const asks = picked === null;
  const { found, searching } = useRecordSearch(asks ? [getResource('appointments')] : [], text);
  // While loading, options belong to older text, so only full matches stay.
  const fits = ({ resource, record }: Hit) =>
    resource.name === 'appointments' && (!searching || containsWords(String(record.patientName), text));
  const options = asks ? found.filter(fits) : [];

  // Focus the name, or the time if a name is given. Keep a focus that the user has moved.
  const named = useRef(text !== '');
  useEffect(() => {
    const at = document.activeElement;
    const first = named.current ? input.current?.form?.elements.namedItem(NEXT_FIELD) : input.current;
    if (first instanceof HTMLElement && (!at || at === document.body || at.matches('h1')))
      first.focus({ preventScroll: !named.current });
  }, []);

  const fill = (values: Record<string, unknown>) => {
    for (const [name, value] of Object.entries(values)) setValue(name, value ?? '', { shouldDirty: true });
  };
  const choose = (hit: Hit) => {
    setOpen(false);
    const names = [source, ...PATIENT_FIELDS];
    setPicked({ hit, before: Object.fromEntries(names.map((name) => [name, getValues(name)])) });
    fill(Object.fromEntries(names.map((name) => [name, hit.record[name]])));
    // Focus after the list has closed.
    setTimeout(() => {
      const next = input.current?.form?.elements.namedItem(NEXT_FIELD);
      if (next instanceof HTMLElement) next.focus();
    }, 0);
  };
  const error = getErrorText(fieldState.error);
  const last = picked && formatDayAndTime(String(picked.hit.record.appointmentDateTime), intl).day;
  return (
    <Box sx={{ display: 'grid', gap: 1 }}>
      <Autocomplete<Hit, false, false, true>
        id={id}
        freeSolo
        options={options}
        filterOptions={(all) => all}
        getOptionLabel={(one) => (typeof one === 'string' ? one : String(one.record.patientName))}
        getOptionKey={(one) => (typeof one === 'string' ? one : one.record.id)}
        value={null}
        open={open}
        onOpen={() => setOpen(true)}
        onClose={() => setOpen(false)}
        // Otherwise MUI clears the highlight on the next render.
        disableCloseOnSelect
        inputValue={text}
        onInputChange={(_event, value, reason) => reason === 'input' && field.onChange(value)}
        onChange={(_event, chosen) => chosen && typeof chosen !== 'string' && choose(chosen)}
        clearOnBlur={false}
        slotProps={{ popper: { placement: 'bottom-start', sx: { minWidth: 'min(480px, calc(100vw - 48px))' } } }}
        renderOption={({ key, ...props }, hit) => (
          <Box component="li" key={key} {...props}>
            <SearchResult {...hit} />
          </Box>
        )}
        renderInput={(params) => (
          <TextField
            {...params}
            inputRef={(element: HTMLInputElement | null) => {
              input.current = element;
              // react-hook-form focuses it on an error.
              field.ref(element);
            }}
            name={source}
            label={label}
            required={required}
            onBlur={field.onBlur}
            error={error !== ''}
            helperText={error}
            fullWidth
          />
        )}
      />
      {picked && (
        <Alert
          severity="info"
          role="status"
          action={
            <Button
              size="small"
              color="inherit"
              onClick={() => {
                fill(picked.before);
                setPicked(null);
                input.current?.focus();
              }}
            >
              {t('existingPatient.undo')}
            </Button>
          }
        >
          {t('existingPatient.filled', { date: last })}
        </Alert>
      )}
    </Box>
  );
}
