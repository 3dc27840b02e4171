import { Box, Button, MenuItem, TextField, Typography } from '@mui/material';
import { hasFeature, useFieldLabel, useView } from 'portal-frame/browser';
import { normalizeText } from 'portal-frame/browser/plugins';
import type { EntryConfig, InputName } from 'portal-frame/plugin';
import { useTranslate } from 'ra-core';
import { type ReactNode, useId, useState } from 'react';
import { getImportEntries, isRequiredInImport } from '../importColumns.ts';
import type { ImportColumns, ImportMapping, ImportReport } from '../wire/importCalls.ts';
import { ChoiceSelect } from './ChoiceSelect.tsx';
import { RecordSelect } from './RecordSelect.tsx';

/** Inputs whose value may come from two columns: first and last name, day and time. */
const JOINABLE: readonly unknown[] = ['text', 'longText', 'dateTime'] satisfies InputName[];
const NONE = '';
const FIXED = 'fixed';

type Source = ImportMapping['fields'][string] | undefined;

interface ColumnMappingProps {
  report: ImportReport;
  columns: ImportColumns;
  offered: readonly string[];
  busy: boolean;
  onCheck: (mapping: ImportMapping) => void;
}

/** As the server compares cells. */
const toKey = (cell: string) => normalizeText(cell).replace(/\s+/g, ' ').trim();

/**
 * True if a file cannot be imported before its columns or values are assigned. `offered` are the values that the person
 * could assign before: those left unassigned are errors of their rows.
 */
export const needsMapping = ({ rowErrors, columns }: ImportReport, offered: readonly string[]): boolean =>
  columns !== undefined &&
  (rowErrors.some(({ row }) => row === 1) ||
    columns.unknownValues.some(({ field, values }) =>
      values.some((value) => !offered.includes(value) && columns.mapping.values[field]?.[toKey(value)] === undefined),
    ));

/** Assigns the columns of a file to fields, and its values to choices. Opens by itself if the headings do not fit. */
export function ColumnMapping({ report, columns, offered, busy, onCheck }: ColumnMappingProps) {
  const t = useTranslate();
  const id = useId();
  const { resource, role } = useView();
  const { headings, samples, unknownValues } = columns;
  const [mapping, setMapping] = useState(columns.mapping);
  const isNeeded = needsMapping(report, offered);
  const [isOpen, setOpen] = useState(isNeeded);
  if (!isOpen)
    return (
      <Box>
        <Button size="small" onClick={() => setOpen(true)}>
          {t('imports.change')}
        </Button>
      </Box>
    );
  const all = getImportEntries(resource, role, hasFeature);
  const entries = all.toSorted(
    (a, b) => Number(isRequiredInImport(resource, b)) - Number(isRequiredInImport(resource, a)),
  );
  const setSource = (field: string, source: Source) =>
    setMapping(({ fields: { [field]: _, ...fields }, values }) => ({
      values,
      fields: source ? { ...fields, [field]: source } : fields,
    }));
  const setValue = (field: string, cell: string, choice: string) =>
    setMapping(({ fields, values }) => ({
      fields,
      values: { ...values, [field]: { ...values[field], [toKey(cell)]: choice } },
    }));
  return (
    <Box
      component="section"
      aria-labelledby={id}
      sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: 'minmax(0, 1fr)' }}
    >
      <Box>
        <Typography variant="h3" id={id}>
          {t('imports.columns')}
        </Typography>
        <Typography variant="body2" color="textSecondary">
          {t('imports.columnsHint')}
        </Typography>
      </Box>
      {entries.map((entry) => (
        <FieldSource
          key={entry.field}
          entry={entry}
          source={mapping.fields[entry.field]}
          headings={headings}
          samples={samples}
          onChange={(source) => setSource(entry.field, source)}
        />
      ))}
      {unknownValues.map(({ field, values }) => (
        <UnknownValues
          key={field}
          field={field}
          values={values}
          chosen={mapping.values[field] ?? {}}
          onChoose={(cell, choice) => setValue(field, cell, choice)}
        />
      ))}
      <Box>
        <Button variant={isNeeded ? 'contained' : 'outlined'} disabled={busy} onClick={() => onCheck(mapping)}>
          {t('imports.check')}
        </Button>
      </Box>
    </Box>
  );
}

const row = {
  display: 'grid',
  gap: 1,
  alignItems: 'center',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: '160px minmax(0, 1fr) minmax(0, 1fr)' },
} as const;

interface FieldSourceProps {
  entry: EntryConfig<string>;
  source: Source;
  headings: readonly string[];
  samples: ImportColumns['samples'];
  onChange: (source: Source) => void;
}

/** A field with its column, a second one to join, or a text for all rows. */
function FieldSource({ entry, source, headings, samples, onChange }: FieldSourceProps) {
  const t = useTranslate();
  const { resource } = useView();
  const label = useFieldLabel(resource)(entry.field, entry.label);
  const field = resource.fields[entry.field];
  if (!field) return null;
  const columns = source && 'columns' in source ? source.columns : [];
  const [first, second] = columns;
  const choose = (value: string) =>
    onChange(value === NONE ? undefined : value === FIXED ? { text: '' } : { columns: [Number(value)] });
  const join = (value: string) => onChange({ columns: [first ?? 0, ...(value === NONE ? [] : [Number(value)])] });
  const options = headings.flatMap((heading, at) =>
    heading === ''
      ? []
      : [
          <MenuItem key={at.toString()} value={String(at)}>
            {heading}
          </MenuItem>,
        ],
  );
  const isFixed = source !== undefined && 'text' in source;
  return (
    <Box sx={row}>
      <Typography sx={{ fontWeight: 500, overflowWrap: 'anywhere' }}>
        {label}
        {isRequiredInImport(resource, entry) && ' *'}
      </Typography>
      <ColumnSelect
        label={t('imports.from', { field: label })}
        value={isFixed ? FIXED : first === undefined ? NONE : String(first)}
        onChange={choose}
      >
        <MenuItem value={NONE}>{t('imports.leaveEmpty')}</MenuItem>
        <MenuItem value={FIXED}>{t('imports.sameForAll')}</MenuItem>
        {options}
      </ColumnSelect>
      <Box sx={{ display: 'grid', gap: 1, minWidth: 0 }}>
        {isFixed &&
          (field.kind.input === 'choice' ? (
            <ChoiceSelect
              name={entry.field}
              field={field}
              label={t('imports.fixed', { field: label })}
              value={source.text}
              onChange={(text) => onChange({ text })}
            />
          ) : (
            <TextField
              size="small"
              label={t('imports.fixed', { field: label })}
              value={source.text}
              onChange={({ target }) => onChange({ text: target.value })}
              slotProps={{ htmlInput: { maxLength: 200 } }}
            />
          ))}
        {first !== undefined && JOINABLE.includes(field.kind.input) && (
          <ColumnSelect
            label={t('imports.joined', { field: label })}
            value={second === undefined ? NONE : String(second)}
            onChange={join}
          >
            <MenuItem value={NONE}>{t('imports.noSecond')}</MenuItem>
            {options}
          </ColumnSelect>
        )}
        {first !== undefined && (
          <Typography variant="body2" color="textSecondary" noWrap>
            {columns
              .map((at) => samples[at]?.[0] ?? '')
              .filter(Boolean)
              .join(' ')}
          </Typography>
        )}
      </Box>
    </Box>
  );
}

interface UnknownValuesProps {
  field: string;
  values: readonly string[];
  chosen: Readonly<Record<string, string>>;
  onChoose: (cell: string, choice: string) => void;
}

/** The choice or record that each unknown cell of a field means. */
function UnknownValues({ field: name, values, chosen, onChoose }: UnknownValuesProps) {
  const t = useTranslate();
  const { resource } = useView();
  const label = useFieldLabel(resource)(name);
  const field = resource.fields[name];
  if (!field) return null;
  const Select = field.kind.input === 'choice' ? ChoiceSelect : RecordSelect;
  return (
    <Box sx={{ display: 'grid', gap: 1 }}>
      <Typography variant="subtitle1" component="h4" sx={{ fontWeight: 650 }}>
        {t('imports.values', { field: label })}
      </Typography>
      {values.map((value) => (
        <Box key={value} sx={row}>
          <Typography sx={{ overflowWrap: 'anywhere' }}>{t('imports.meaning', { value })}</Typography>
          <Select
            name={name}
            field={field}
            label={t('imports.meaning', { value })}
            value={chosen[toKey(value)]}
            onChange={(choice) => onChoose(value, choice)}
          />
        </Box>
      ))}
    </Box>
  );
}

interface ColumnSelectProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  children: ReactNode;
}

function ColumnSelect({ label, value, onChange, children }: ColumnSelectProps) {
  return (
    <TextField
      select
      size="small"
      value={value}
      onChange={({ target }) => onChange(target.value)}
      slotProps={{ select: { displayEmpty: true, inputProps: { 'aria-label': label } } }}
    >
      {children}
    </TextField>
  );
}
