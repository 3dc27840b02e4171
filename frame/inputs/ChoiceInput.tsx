import { useTranslate } from 'ra-core';
import { useState } from 'react';
import { AutocompleteInput, SelectInput, TextInput } from 'react-admin';
import { useFormContext } from 'react-hook-form';
import { getInputOptions } from '../fields/fieldTypes.ts';
import type { InputProps } from '../fields/kind.ts';
import { useLabel } from '../parts/intl.ts';
import { MULTIPLE_PROPS } from './ReferenceSearchInput.tsx';

const CUSTOM_CHOICE = 'Custom';

/** Returns the options of a field with their names. */
function useChoices(field: InputProps['field']) {
  const t = useTranslate();
  const translateLabel = useLabel();
  const { choices = [], values = {} } = getInputOptions(field);
  return choices.map((choice) => {
    if (typeof choice !== 'string') return { id: choice.id, name: t(choice.name) };
    const label = values[choice]?.label;
    return { id: choice, name: label ? translateLabel(label) : t(`choices.${choice}`, { _: choice }) };
  });
}

/** Selects one of a field's choices. An open choice also offers 'Custom', which takes any text (spec 2: shifts). */
export function ChoiceInput(props: InputProps) {
  const { source, field, label, required, filter, hideEmptyOption } = props;
  const translateLabel = useLabel();
  const choices = useChoices(field);
  const { open, all = 'list.all' } = getInputOptions(field);
  if (open && !filter) return <OpenChoiceInput {...props} />;
  return (
    <SelectInput
      source={source}
      // biome-ignore lint/complexity/noUselessFragments: react-admin adds no asterisk to an element; a select without an empty option needs none.
      label={hideEmptyOption ? <>{label}</> : label}
      choices={choices}
      isRequired={required || hideEmptyOption}
      translateChoice={false}
      emptyText={filter ? translateLabel(all) : undefined}
      {...(filter && { slotProps: { select: { displayEmpty: true } } })}
      helperText={field.help ? translateLabel(field.help) : false}
      fullWidth
    />
  );
}

export function ChoicesInput({ source, field, label }: InputProps) {
  const t = useTranslate();
  return (
    <AutocompleteInput
      {...MULTIPLE_PROPS}
      source={source}
      label={label}
      choices={useChoices(field)}
      translateChoice={false}
      autoHighlight
      noOptionsText={t('list.nothing')}
      helperText={false}
      fullWidth
    />
  );
}

function OpenChoiceInput({ source, field, label, required }: InputProps) {
  const t = useTranslate();
  const choices = useChoices(field);
  const { setValue, getValues } = useFormContext();
  const current: unknown = getValues(source);
  const [custom, setCustom] = useState(Boolean(current && !choices.some(({ id }) => id === current)));
  return (
    <>
      <SelectInput
        source={custom ? `${source}-choice` : source}
        defaultValue={custom ? CUSTOM_CHOICE : undefined}
        label={label}
        choices={[...choices, { id: CUSTOM_CHOICE, name: t('choices.Custom') }]}
        isRequired={required}
        translateChoice={false}
        helperText={false}
        fullWidth
        onChange={(event) => {
          const chosen = typeof event === 'string' ? event : event?.target?.value;
          setCustom(chosen === CUSTOM_CHOICE);
          setValue(source, chosen, { shouldDirty: true });
        }}
      />
      {custom && (
        <TextInput
          source={source}
          label={t('form.customShift')}
          format={(value) => (value === CUSTOM_CHOICE ? '' : value)}
          parse={(text: string) => (text.trim() === '' ? CUSTOM_CHOICE : text)}
          helperText={t('form.customShiftHint')}
          fullWidth
        />
      )}
    </>
  );
}
