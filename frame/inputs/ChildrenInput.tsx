import Add from '@mui/icons-material/Add';
import ArrowDownward from '@mui/icons-material/ArrowDownward';
import ArrowUpward from '@mui/icons-material/ArrowUpward';
import Delete from '@mui/icons-material/DeleteOutlined';
import { Box, Button, FormHelperText, IconButton, Typography } from '@mui/material';
import {
  ArrayInputBase,
  SimpleFormIteratorBase,
  SimpleFormIteratorItemBase,
  useArrayInput,
  useSimpleFormIterator,
  useSimpleFormIteratorItem,
  useTranslate,
} from 'ra-core';
import { createContext, use } from 'react';
import { get, useFormContext, useFormState, useWatch } from 'react-hook-form';
import { resolveValue } from '../config/computedValues.ts';
import { findAbsentFields } from '../config/conditionalFields.ts';
import { resources } from '../config/registry.ts';
import { type ChildField, getEditableCells, listChildFields } from '../config/related/childRows.ts';
import { mayDo } from '../config/resource.ts';
import { mayRead } from '../config/rights.ts';
import { getToday } from '../fields/date.ts';
import type { InputProps } from '../fields/kind.ts';
import { useFieldLabel, useLabel } from '../parts/intl.ts';
import { Value } from '../parts/Value.tsx';
import { currentRole, getBusinessTimeZone } from '../session/session.ts';
import type { Role } from '../wire/call.ts';
import { getErrorText } from './inputErrors.ts';
import { PlainInput } from './PlainInput.tsx';

interface ChildrenContextValue {
  rows: ChildField;
  role: Role;
  label: string;
}
const ChildrenContext = createContext<ChildrenContextValue | undefined>(undefined);
function useChildrenContext(): ChildrenContextValue {
  const editor = use(ChildrenContext);
  if (!editor) throw new Error('a row stands in no list of rows');
  return editor;
}

const getReadableColumns = ({ target, columns }: ChildField, role: Role) =>
  columns.filter((name) => mayRead(target, role, name));

/** Edits child records as rows of the form, with react-admin's array input. They are saved with the record. */
export default function ChildrenInput({ source, field, label, required }: InputProps) {
  const role = currentRole();
  const parent = resources.find(({ fields }) => fields[source] === field);
  const rows = parent && listChildFields(parent, resources).find(({ name }) => name === source);
  if (!role || !rows) return null;
  return (
    <ArrayInputBase source={source} defaultValue={[]}>
      <SimpleFormIteratorBase>
        <ChildrenContext value={{ rows, role, label }}>
          <ChildRows source={source} field={field} required={required} />
        </ChildrenContext>
      </SimpleFormIteratorBase>
    </ArrayInputBase>
  );
}

/** Returns the defaults of a new row that the browser can compute. */
function getDefaultValues({ target, columns }: ChildField): Record<string, unknown> {
  const zone = getBusinessTimeZone();
  const about = { now: '', today: getToday(zone), me: '', values: {} };
  return Object.fromEntries(columns.map((name) => [name, resolveValue(target.fields[name]?.default, about) || null]));
}

function ChildRows({ source, field, required }: Pick<InputProps, 'source' | 'field' | 'required'>) {
  const t = useTranslate();
  const translateLabel = useLabel();
  const { rows, role, label } = useChildrenContext();
  const { fields } = useArrayInput();
  const { add } = useSimpleFormIterator();
  const { errors } = useFormState();
  const fieldLabel = useFieldLabel(rows.target);
  const columns = getReadableColumns(rows, role);
  const fieldError = get(errors, source) as { message?: unknown; root?: { message?: unknown } } | undefined;
  const error = getErrorText(fieldError?.root ?? fieldError);
  return (
    <Box sx={getRowStyles(columns.length)}>
      <Box component="fieldset" sx={{ border: 0, p: 0, m: 0, minWidth: 0, display: 'grid', gap: 1 }}>
        <Typography component="legend" variant="subtitle2" sx={{ p: 0, mb: 1 }}>
          {label}
          {required && <span aria-hidden> *</span>}
        </Typography>
        {fields.length > 0 && (
          <Box aria-hidden className="rows-head" sx={{ color: 'text.secondary' }}>
            {columns.map((name) => (
              <Typography key={name} variant="caption">
                {fieldLabel(name)}
              </Typography>
            ))}
          </Box>
        )}
        {fields.map(({ id }, index) => (
          <SimpleFormIteratorItemBase key={id} index={index} resource={rows.target.name}>
            <ChildRow source={`${source}.${index}`} columns={columns} />
          </SimpleFormIteratorItemBase>
        ))}
        {fields.length === 0 && (
          <Typography variant="body2" color="textSecondary">
            {t('list.nothing')}
          </Typography>
        )}
        {mayDo(rows.target, role, 'create') && fields.length < rows.most && (
          <Button startIcon={<Add />} onClick={() => add(getDefaultValues(rows))} sx={{ justifySelf: 'start' }}>
            {t('form.addRow', { name: label })}
          </Button>
        )}
        {field.help && <FormHelperText>{translateLabel(field.help)}</FormHelperText>}
        {error && <FormHelperText error>{error}</FormHelperText>}
      </Box>
    </Box>
  );
}

/** A row is one line with visually hidden labels if all columns fit, else a card with labels. */
const getRowStyles = (columns: number) => ({
  containerType: 'inline-size',
  '& .rows-head': { display: 'none' },
  '& .rows-row': {
    display: 'grid',
    gap: 1,
    alignItems: 'start',
    gridTemplateColumns: 'repeat(auto-fit, minmax(9rem, 1fr))',
    border: '1px solid',
    borderColor: 'divider',
    borderRadius: 2,
    p: 1.5,
  },
  '& .rows-actions': { display: 'flex', justifyContent: 'end', gridColumn: '1 / -1' },
  '& .MuiFormControl-root': { m: 0, minWidth: 0 },
  [`@container (min-width: ${columns * 8 + 8}rem)`]: {
    '& .rows-row, & .rows-head': {
      display: 'grid',
      gap: 1,
      gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr)) 7.5rem`,
      border: 0,
      p: 0,
    },
    '& .rows-actions': { gridColumn: 'auto' },
    '& .rows-row .MuiInputLabel-root, & .rows-row .MuiFormControlLabel-label': {
      position: 'absolute',
      width: '1px',
      height: '1px',
      overflow: 'hidden',
      clipPath: 'inset(50%)',
    },
    '& .rows-row fieldset legend': { display: 'none' },
    '& .rows-row fieldset': { top: 0 },
  },
});

function ChildRow({ source, columns }: { source: string; columns: readonly string[] }) {
  const t = useTranslate();
  const { rows, role, label } = useChildrenContext();
  const { index } = useSimpleFormIteratorItem();
  const { errors } = useFormState();
  const { getValues } = useFormContext();
  const fieldLabel = useFieldLabel(rows.target);
  const row = useWatch({ name: source, exact: true }) ?? getValues(source) ?? {};
  const isNew = row.id === undefined;
  const cells = getEditableCells(rows, role, isNew ? 'create' : 'edit');
  const absent = findAbsentFields(rows.target.fields, row);
  const error = getErrorText(get(errors, source));
  const name = t('form.rowNumber', { name: label, number: index + 1 });
  return (
    <Box role="group" aria-label={name} className="rows-row">
      {columns.map((column) => {
        const field = rows.target.fields[column];
        const entry = cells.get(column);
        if (!field) return null;
        // Keeps the columns aligned.
        if (absent.has(column)) return <Box key={column} />;
        return entry ? (
          <Box key={column} sx={{ minWidth: 0 }}>
            <PlainInput
              source={column}
              field={field}
              label={fieldLabel(column, entry.label)}
              required={entry.required ?? field.required ?? false}
              input={entry.input}
              {...(entry.value && { value: entry.value })}
            />
          </Box>
        ) : (
          <Box key={column} sx={{ alignSelf: 'center' }}>
            <Value field={field} source={column} record={row} compact />
          </Box>
        );
      })}
      <RowButtons name={name} isNew={isNew} />
      {error && (
        <FormHelperText error sx={{ gridColumn: '1 / -1' }}>
          {error}
        </FormHelperText>
      )}
    </Box>
  );
}

/** Moves or removes a row, as far as the role may. */
function RowButtons({ name, isNew }: { name: string; isNew: boolean }) {
  const t = useTranslate();
  const { rows, role } = useChildrenContext();
  const { index, total, remove, reOrder } = useSimpleFormIteratorItem();
  const moves = [
    { key: 'form.moveUp', to: index - 1, Arrow: ArrowUpward },
    { key: 'form.moveDown', to: index + 1, Arrow: ArrowDownward },
  ];
  return (
    <Box className="rows-actions">
      {rows.position &&
        (isNew || mayDo(rows.target, role, 'edit')) &&
        moves.map(({ key, to, Arrow }) => (
          <IconButton
            key={key}
            aria-label={t(key, { name })}
            disabled={to < 0 || to === total}
            onClick={() => reOrder(to)}
          >
            <Arrow fontSize="small" />
          </IconButton>
        ))}
      {(isNew || mayDo(rows.target, role, 'delete')) && (
        <IconButton aria-label={t('form.remove', { name })} onClick={() => remove()}>
          <Delete fontSize="small" />
        </IconButton>
      )}
    </Box>
  );
}
