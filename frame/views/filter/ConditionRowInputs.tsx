import Close from '@mui/icons-material/Close';
import { Box, IconButton, MenuItem, TextField, type TextFieldProps } from '@mui/material';
import { useEffect } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { isDayField } from '../../fields/kind.ts';
import { ChoicesInput } from '../../inputs/ChoiceInput.tsx';
import { FieldInput } from '../../inputs/index.tsx';
import { CONTROL_SIZE } from '../../theme/tokens.ts';
import { visuallyHidden } from '../../theme/visuallyHidden.ts';
import { takesValue, translateOperator } from '../../where/explainWhere.ts';
import type { ConditionField } from './conditionFields.ts';
import { type ConditionRow, createRow, lacksValue, takesMany } from './conditionTree.ts';
import { useConditionTexts } from './useConditionTexts.ts';

/** The group names the inputs, so that their labels need no space. */
const rowStyle = {
  display: 'grid',
  gap: 1,
  alignItems: 'start',
  gridTemplateColumns: { xs: 'minmax(0, 1fr) auto', md: 'minmax(0, 4fr) minmax(9.5rem, 3fr) minmax(0, 6fr) auto' },
  gridTemplateAreas: {
    xs: '"field remove" "operator operator" "value value"',
    sm: '"field operator remove" "value value value"',
    md: '"field operator value remove"',
  },
  '& .MuiInputLabel-root': visuallyHidden,
  '&& .MuiFormControl-root, && .MuiAutocomplete-root': { minWidth: 0 },
} as const;

interface OptionSelectProps extends Pick<TextFieldProps, 'label' | 'value' | 'sx' | 'autoFocus'> {
  options: readonly (readonly [value: string, text: string])[];
  onSelect: (value: string) => void;
}

export function OptionSelect({ options, onSelect, ...props }: OptionSelectProps) {
  return (
    <TextField select {...props} onChange={({ target }) => onSelect(target.value)}>
      {options.map(([value, text]) => (
        <MenuItem key={value} value={value}>
          {text}
        </MenuItem>
      ))}
    </TextField>
  );
}

interface ConditionRowInputsProps {
  source: string;
  number: number;
  fields: readonly ConditionField[];
  onEmpty: () => void;
}

export function ConditionRowInputs({ source, number, fields, onEmpty }: ConditionRowInputsProps) {
  const t = useConditionTexts();
  const { setValue } = useFormContext();
  const row: ConditionRow | undefined = useWatch({ name: source });
  const chosen = fields.find(({ name }) => name === row?.field);
  if (!row || !chosen) return null;
  const setField = (name: string) => {
    const next = fields.find((one) => one.name === name) ?? chosen;
    const operator = next.operators.find((one) => one === row.operator);
    setValue(source, operator ? { field: name, operator, value: takesMany(operator) ? [] : '' } : createRow(next));
  };
  const setOperator = (name: string) => {
    const operator = chosen.operators.find((one) => one === name) ?? row.operator;
    const values = lacksValue(row) ? [] : [row.value].flat();
    setValue(source, { ...row, operator, value: takesMany(operator) ? values : (values[0] ?? '') });
  };
  return (
    <Box role="group" aria-label={t('conditions.condition', { number })} sx={rowStyle}>
      <OptionSelect
        sx={{ gridArea: 'field' }}
        label={t('conditions.field')}
        value={row.field}
        options={fields.map(({ name, label }) => [name, label])}
        autoFocus={lacksValue(row)}
        onSelect={setField}
      />
      <OptionSelect
        sx={{ gridArea: 'operator' }}
        label={t('conditions.operator')}
        value={row.operator}
        options={chosen.operators.map((one) => [one, translateOperator(t, one, isDayField(chosen.field))])}
        onSelect={setOperator}
      />
      <Box sx={{ gridArea: 'value', minWidth: 0 }}>
        {takesValue(row.operator) && (
          <ValueInput
            key={`${chosen.name} ${takesMany(row.operator)}`}
            source={`${source}.value`}
            chosen={chosen}
            many={takesMany(row.operator)}
          />
        )}
      </Box>
      <IconButton
        sx={{ gridArea: 'remove', minHeight: CONTROL_SIZE }}
        aria-label={t('conditions.remove', { number })}
        onClick={onEmpty}
      >
        <Close fontSize="small" />
      </IconButton>
    </Box>
  );
}

interface ValueInputProps {
  source: string;
  chosen: ConditionField;
  many: boolean;
}

/** The field's own input, for several values if the operator takes them. */
function ValueInput({ source, chosen: { field, input }, many }: ValueInputProps) {
  const t = useConditionTexts();
  const { clearErrors } = useFormContext();
  const value = useWatch({ name: source });
  useEffect(() => {
    if (value !== '') clearErrors(source);
  }, [value, source, clearErrors]);
  const isToggle = input === 'toggle';
  const choices = [true, false].map((id) => ({ id, name: id ? 'list.yes' : 'list.no' }));
  const plain = { ...field, help: undefined, placeholder: undefined, open: false, ...(isToggle && { choices }) };
  const props = { source, label: t('conditions.value'), field: plain as typeof field };
  if (many && input === 'choice') return <ChoicesInput {...props} />;
  return <FieldInput {...props} input={many ? 'references' : isToggle ? 'choice' : input} hideEmptyOption />;
}
