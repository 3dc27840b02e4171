import { Alert, Autocomplete, Box, Button, TextField } from '@mui/material';
import type { InputProps } from 'portal-frame';
import { formatDayAndTime, getErrorText, getResource, getToday, isOffered, useIntl } from 'portal-frame/browser';
import { type Hit, SearchResult, useRecordSearch } from 'portal-frame/search';
import { normalizeText } from 'portal-frame/wire';
import { useInput, useTranslate } from 'ra-core';
import { type HTMLAttributes, type Key, type RefObject, useEffect, useRef, useState } from 'react';
import { TextInput } from 'react-admin';
import { useFormContext, useWatch } from 'react-hook-form';
import { findCalls } from '../../wire/recordSearchApi.ts';

/** Copied from the previous visit. */
const PATIENT_FIELDS = ['email', 'contactNumber', 'accountNumber', 'address', 'dateOfBirth', 'gender'] as const;
/** Receives the focus after a patient is chosen. */
const NEXT_FIELD = 'appointmentDateTime';

const containsWords = (name: string, text: string) =>
  normalizeText(text)
    .split(/\s+/)
    .every((word) => normalizeText(name).includes(word));

/** Name of a new appointment's patient. Suggests known patients if the host can search, and fills in their details. */
export default function PatientInput(props: InputProps) {
  const { source, label, required } = props;
  return isOffered(findCalls.find) ? (
    <ExistingPatient {...props} />
  ) : (
    <TextInput source={source} label={label} isRequired={required} helperText={false} autoComplete="off" fullWidth />
  );
}

/** Focuses the name, or the time if a name is given. Keeps a focus that the user has moved. */
function useFirstFocus(input: RefObject<HTMLInputElement | null>, hasName: boolean) {
  const [named] = useState(hasName);
  useEffect(() => {
    const at = document.activeElement;
    const first = named ? getNextField(input.current) : input.current;
    if (!at || at === document.body || at.matches('h1')) first?.focus({ preventScroll: !named });
  }, [input, named]);
}

const getNextField = (input: HTMLInputElement | null): HTMLElement | null => {
  const next = input?.form?.elements.namedItem(NEXT_FIELD);
  return next instanceof HTMLElement ? next : null;
};

/**
 * Keeps the chosen patient. Choosing fills in the details, and undoing restores the typed values. Both move the focus
 * on.
 */
function usePickedPatient(source: string, input: RefObject<HTMLInputElement | null>) {
  const { setValue, getValues } = useFormContext();
  const [picked, setPicked] = useState<{ hit: Hit; before: Record<string, unknown> } | null>(null);
  const fill = (values: Record<string, unknown>) => {
    for (const [name, value] of Object.entries(values)) setValue(name, value ?? '', { shouldDirty: true });
  };
  const choose = (hit: Hit) => {
    const names = [source, ...PATIENT_FIELDS];
    setPicked({ hit, before: Object.fromEntries(names.map((name) => [name, getValues(name)])) });
    fill(Object.fromEntries(names.map((name) => [name, hit.record[name]])));
    // Focus after the list has closed.
    setTimeout(() => getNextField(input.current)?.focus(), 0);
  };
  const undo = () => {
    fill(picked?.before ?? {});
    setPicked(null);
    input.current?.focus();
  };
  return { picked: picked?.hit, choose, undo };
}

/** Finds patients by name. While loading, the hits belong to older text, so only full matches stay. */
function usePatientOptions(text: string, enabled: boolean): Hit[] {
  const { found: hits, searching } = useRecordSearch(enabled ? [getResource('appointments')] : [], text);
  const matches = ({ resource, record }: Hit) =>
    resource.name === 'appointments' && (!searching || containsWords(String(record.patientName), text));
  return enabled ? hits.filter(matches) : [];
}

function ExistingPatient({ source, label, required }: InputProps) {
  const { id, field, fieldState } = useInput({ source });
  const input = useRef<HTMLInputElement>(null);
  const { picked, choose, undo } = usePickedPatient(source, input);
  const [open, setOpen] = useState(false);
  useAge();
  const text = String(field.value ?? '');
  useFirstFocus(input, text !== '');
  const options = usePatientOptions(text, !picked);
  const onChange = (hit: Hit) => {
    setOpen(false);
    choose(hit);
  };
  const error = getErrorText(fieldState.error);
  return (
    <Box sx={{ display: 'grid', gap: 1 }}>
      <Autocomplete<Hit, false, false, true>
        id={id}
        freeSolo
        options={options}
        filterOptions={(all) => all}
        getOptionLabel={(hit) => (typeof hit === 'string' ? hit : String(hit.record.patientName))}
        getOptionKey={(hit) => (typeof hit === 'string' ? hit : hit.record.id)}
        value={null}
        open={open}
        onOpen={() => setOpen(true)}
        onClose={() => setOpen(false)}
        // Otherwise MUI clears the highlight on the next render.
        disableCloseOnSelect
        inputValue={text}
        onInputChange={(_event, value, reason) => reason === 'input' && field.onChange(value)}
        onChange={(_event, chosen) => chosen && typeof chosen !== 'string' && onChange(chosen)}
        clearOnBlur={false}
        slotProps={{ popper: { placement: 'bottom-start', sx: { minWidth: 'min(480px, calc(100vw - 48px))' } } }}
        renderOption={renderHit}
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
          />
        )}
      />
      {picked && <FilledNotice hit={picked} onUndo={undo} />}
    </Box>
  );
}

const renderHit = ({ key, ...props }: HTMLAttributes<HTMLLIElement> & { key: Key }, hit: Hit) => (
  <Box component="li" key={key} {...props}>
    <SearchResult {...hit} />
  </Box>
);

function FilledNotice({ hit, onUndo }: { hit: Hit; onUndo: () => void }) {
  const t = useTranslate();
  const { day } = formatDayAndTime(String(hit.record.appointmentDateTime), useIntl());
  const undo = (
    <Button size="small" color="inherit" onClick={onUndo}>
      {t('existingPatient.undo')}
    </Button>
  );
  return (
    <Alert severity="info" role="status" action={undo}>
      {t('existingPatient.filled', { date: day })}
    </Alert>
  );
}

/** Returns whole years between two days (YYYY-MM-DD), or null for an invalid or future date. */
function yearsBetween(born: string, today: string): number | null {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(born) || born > today) return null;
  const years = Number(today.slice(0, 4)) - Number(born.slice(0, 4));
  return today.slice(5) < born.slice(5) ? years - 1 : years;
}

/** Computes the age from the date of birth, unless the user typed another. */
function useAge(): void {
  const { timeZone } = useIntl();
  const { setValue, getValues } = useFormContext();
  const born = useWatch({ name: 'dateOfBirth' });
  const ours = useRef<number | null>(null);
  useEffect(() => {
    const age = yearsBetween(String(born ?? ''), getToday(timeZone));
    const typed = getValues('age');
    const free = typed === '' || typed === null || typed === undefined || Number(typed) === ours.current;
    // A partly typed year gives an impossible age.
    if (!free || age === null || age > 150) return;
    ours.current = age;
    setValue('age', age, { shouldDirty: true });
  }, [born, timeZone, setValue, getValues]);
}
