import { useRecordContext, useTranslate } from 'ra-core';
import { AutocompleteInput, ReferenceArrayInput, ReferenceInput } from 'react-admin';
import { getResource } from '../config/registry.ts';
import { getDisplayedValue } from '../fields/displayedValue.ts';
import type { InputProps } from '../fields/kind.ts';
import { fillTemplate } from '../fields/reference.ts';
import { showValue, useIntl, useLabel } from '../parts/intl.ts';
import { getReferenceOptions } from '../parts/referenceOptions.ts';
import type { AnyRecord } from '../wire/binding.ts';

/** Turns react-admin's AutocompleteInput into its AutocompleteArrayInput. */
export const MULTIPLE_PROPS = { multiple: true, defaultValue: [] } as const;

/** Adds back selected records that the person may not see: the input lacks them, so that saving would remove them. */
function keepHiddenIds(record: AnyRecord, source: string, chosen: string[]): string[] {
  const labels = getDisplayedValue(record, source);
  const had = record[source];
  if (!Array.isArray(labels) || !Array.isArray(had)) return chosen;
  return [...chosen, ...had.filter((id, at) => labels[at] === null && !chosen.includes(id))];
}

const SEARCH_PAGE_SIZE = 25;

/** Selects one or many records of another resource. The host searches while the person types. */
export function ReferenceSearchInput({
  source,
  field,
  label,
  required,
  filter,
  many,
}: InputProps & { many?: boolean }) {
  const t = useTranslate();
  const translateLabel = useLabel();
  const intl = useIntl();
  const { to, noOptionsText = 'list.nothing', secondary = [], ...own } = getReferenceOptions(field);
  const { title, list, fields } = getResource(to);
  const text = own.text ?? title;
  const { sort } = list;
  // The secondary fields distinguish records of the same name.
  const getName = (option: Record<string, unknown>) => {
    const details = secondary.map((name) => fields[name] && showValue(fields[name], option[name], intl)?.text);
    return [fillTemplate(text, option), ...details].filter(Boolean).join(' · ');
  };
  const record = useRecordContext<AnyRecord>();
  const Referring = many ? ReferenceArrayInput : ReferenceInput;
  return (
    <Referring source={source} reference={to} perPage={SEARCH_PAGE_SIZE} {...(sort && { sort })}>
      <AutocompleteInput
        {...(many && MULTIPLE_PROPS)}
        {...(many && record && { parse: (chosen: string[]) => keepHiddenIds(record, source, chosen) })}
        label={label}
        optionText={(option?: Record<string, unknown>) => (option ? getName(option) : '')}
        filterToQuery={(q: string) => (q.trim() ? { q: q.trim() } : {})}
        isRequired={required}
        autoHighlight
        noOptionsText={t(noOptionsText)}
        {...(filter && { TextFieldProps: { placeholder: t('list.all') } })}
        helperText={field.help ? translateLabel(field.help) : false}
        fullWidth
      />
    </Referring>
  );
}
