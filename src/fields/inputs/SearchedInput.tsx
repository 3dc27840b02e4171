import { useTranslate } from 'ra-core';
import { AutocompleteInput, ReferenceArrayInput, ReferenceInput } from 'react-admin';
import { resourceOf } from '../../config/registry.ts';
import type { InputProps } from '../kind.ts';
import { useLabel } from '../parts/tell.ts';
import { fill, type ReferenceOptions } from '../reference.ts';

/** What makes react-admin's AutocompleteInput its AutocompleteArrayInput. */
export const MANY = { multiple: true, defaultValue: [] } as const;

/** Records offered at a time; typing asks for others. */
const OFFERED = 25;

/** A record of another resource, or many, looked for by the host as one types. */
export function SearchedInput({ source, field, label, required, filter, many }: InputProps & { many?: boolean }) {
  const t = useTranslate();
  const tell = useLabel();
  const { to, text, none } = field as unknown as ReferenceOptions;
  const { sort } = resourceOf(to).list;
  const Referring = many ? ReferenceArrayInput : ReferenceInput;
  return (
    <Referring source={source} reference={to} perPage={OFFERED} {...(sort && { sort })}>
      <AutocompleteInput
        {...(many && MANY)}
        label={label}
        optionText={(record?: Record<string, unknown>) => (record ? fill(text, record) : '')}
        filterToQuery={(q: string) => (q.trim() ? { q: q.trim() } : {})}
        isRequired={required}
        autoHighlight
        noOptionsText={t(none ?? 'list.nothing')}
        {...(filter && { TextFieldProps: { placeholder: t('list.all') } })}
        helperText={field.help ? tell(field.help) : false}
        fullWidth
      />
    </Referring>
  );
}
