import { useTranslate } from 'ra-core';
import { useState } from 'react';
import { SelectInput, TextInput } from 'react-admin';
import { useFormContext } from 'react-hook-form';
import type { InputProps, Label } from '../kind.ts';
import { useLabel } from '../parts/tell.ts';

const CUSTOM = 'Custom';

/** A value, or a value with the i18n key of its name. */
type Choice = string | { id: boolean | string; name: string };

/** One of a field's choices. An open choice offers 'Custom', which opens a text of one's own (spec 2: shifts). */
export function ChoiceInput({ source, field, label, required, filter }: InputProps) {
  const t = useTranslate();
  const tell = useLabel();
  const { setValue, getValues } = useFormContext();
  const {
    choices: values = [],
    open,
    all = 'list.all',
  } = field as { choices?: readonly Choice[]; open?: boolean; all?: Label };
  const choices = values.map((one) =>
    typeof one === 'string' ? { id: one, name: t(`choices.${one}`, { _: one }) } : { id: one.id, name: t(one.name) },
  );
  const current: unknown = getValues(source);
  const [custom, setCustom] = useState(Boolean(open && current && !choices.some(({ id }) => id === current)));
  if (!open || filter) {
    return (
      <SelectInput
        source={source}
        label={label}
        choices={choices}
        isRequired={required}
        translateChoice={false}
        emptyText={filter ? tell(all) : undefined}
        {...(filter && { slotProps: { select: { displayEmpty: true } } })}
        helperText={field.help ? tell(field.help) : false}
        fullWidth
      />
    );
  }
  return (
    <>
      <SelectInput
        source={custom ? `${source}-choice` : source}
        defaultValue={custom ? CUSTOM : undefined}
        label={label}
        choices={[...choices, { id: CUSTOM, name: t('choices.Custom') }]}
        isRequired={required}
        translateChoice={false}
        helperText={false}
        fullWidth
        onChange={(event) => {
          const chosen = typeof event === 'string' ? event : event?.target?.value;
          setCustom(chosen === CUSTOM);
          setValue(source, chosen === CUSTOM ? '' : chosen, { shouldDirty: true });
        }}
      />
      {custom && (
        <TextInput source={source} label={t('form.customShift')} isRequired={required} helperText={false} fullWidth />
      )}
    </>
  );
}
