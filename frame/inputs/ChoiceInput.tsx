import { useTranslate } from 'ra-core';
import { useState } from 'react';
import { SelectInput, TextInput } from 'react-admin';
import { useFormContext } from 'react-hook-form';
import type { ChoiceValue } from '../fields/chips.ts';
import type { InputProps, Label } from '../fields/kind.ts';
import { useLabel } from '../parts/intl.ts';

const CUSTOM_CHOICE = 'Custom';

/** A value, or a value with the i18n key of its name. */
type ChoiceOption = string | { id: boolean | string; name: string };

/** Selects one of a field's choices. An open choice also offers 'Custom' (spec 2: shifts); free text replaces it. */
export function ChoiceInput({ source, field, label, required, filter, hideEmptyOption }: InputProps) {
  const t = useTranslate();
  const translateLabel = useLabel();
  const { setValue, getValues } = useFormContext();
  const {
    choices: values = [],
    open,
    values: valueConfigs = {},
    all = 'list.all',
  } = field as {
    choices?: readonly ChoiceOption[];
    values?: Readonly<Record<string, ChoiceValue>>;
    open?: boolean;
    all?: Label;
  };
  const getOptionName = (one: string) => {
    const label = valueConfigs[one]?.label;
    return label ? translateLabel(label) : t(`choices.${one}`, { _: one });
  };
  const choices = values.map((one) =>
    typeof one === 'string' ? { id: one, name: getOptionName(one) } : { id: one.id, name: t(one.name) },
  );
  const current: unknown = getValues(source);
  const [custom, setCustom] = useState(Boolean(open && current && !choices.some(({ id }) => id === current)));
  if (!open || filter) {
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
