import { useTranslate } from 'ra-core';
import { useMemo } from 'react';
import { getVisibleEntries } from '../../config/app/entries.ts';
import type { FilterConfig } from '../../config/resource.ts';
import type { InputOptions } from '../../fields/fieldTypes.ts';
import { type Field, getFilterInput, type InputName } from '../../fields/kind.ts';
import { useFieldLabel, useNamedText } from '../../parts/intl.ts';
import { filterByFeature } from '../shared/filterByFeature.ts';
import { useView } from '../shared/ResourceViewContext.tsx';

/** A filter as panel and chips need it. */
export interface ResolvedFilter {
  name: string;
  label: string;
  field: Field;
  input: InputName | undefined;
  required: boolean;
}

/** Returns the filters that the config gives this role. */
export function useResolvedFilters(): ResolvedFilter[] {
  const { resource, role } = useView();
  const t = useTranslate();
  const text = useNamedText();
  const fieldLabel = useFieldLabel(resource);
  return useMemo(
    () =>
      filterByFeature(getVisibleEntries<FilterConfig<string>>(resource.list.filters ?? [], role)).flatMap((config) => {
        const field = resource.fields[config.field];
        if (!field || field.kind.filter === false) return [];
        const name = config.name ?? config.field;
        return {
          name,
          label: fieldLabel(name, config.label),
          field: getFilterField(field, config, (word) =>
            text(resource, `filters.${name}.${word}`, config.labels?.[word], t(`list.${word}`)),
          ),
          input: config.operator === 'exists' ? 'choice' : getFilterInput(field),
          required: config.required?.includes(role) ?? false,
        };
      }),
    [resource, role, fieldLabel, text, t],
  );
}

/** Applies the filter's own choices, its yes and no for `exists`, and its word for all. */
function getFilterField(
  field: Field,
  { choices, operator, emptyText: all }: FilterConfig<string>,
  translate: (word: 'yes' | 'no') => string,
): Field {
  const plain: Field & InputOptions = { ...field, help: undefined, placeholder: undefined, all };
  if (choices) plain.choices = choices;
  if (operator === 'exists')
    plain.choices = [
      { id: true, name: translate('yes') },
      { id: false, name: translate('no') },
    ];
  return plain;
}
