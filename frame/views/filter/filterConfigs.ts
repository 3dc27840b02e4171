import { useMemo } from 'react';
import { entriesFor } from '../../config/entries.ts';
import type { FilterConfig } from '../../config/resource.ts';
import type { Field, InputName } from '../../fields/kind.ts';
import { useFieldLabel } from '../../parts/intl.ts';
import { offeredHere } from '../shared/filterByFeature.ts';
import { useView } from '../shared/ResourceViewContext.tsx';

/** A filter as the panel and the chips need it. */
export interface ReadyFilter {
  name: string;
  label: string;
  field: Field;
  input: InputName | undefined;
  required: boolean;
}

/** The filters that the config gives the role of this view. */
export function useFilters(): ReadyFilter[] {
  const { resource, role } = useView();
  const fieldLabel = useFieldLabel(resource);
  return useMemo(
    () =>
      offeredHere(entriesFor<FilterConfig<string>>(resource.list.filters ?? [], role)).flatMap((config) => {
        const field = resource.fields[config.field];
        if (!field || field.kind.filter === false) return [];
        const name = config.name ?? config.field;
        return {
          name,
          label: fieldLabel(name, config.label),
          field: fieldOf(field, config),
          input: config.test === 'present' ? 'choice' : (field.kind.filter?.input ?? inputName(field)),
          required: config.marked?.includes(role) ?? false,
        };
      }),
    [resource, role, fieldLabel],
  );
}

const inputName = (field: Field) => (typeof field.kind.input === 'string' ? field.kind.input : undefined);

/** The field with what the filter narrows: other choices, yes and no for `present`, its own word for all. */
function fieldOf(field: Field, { choices, test, words, all }: FilterConfig<string>): Field {
  const plain = { ...field, help: undefined, placeholder: undefined, all } as Field & { choices?: unknown };
  if (choices) plain.choices = choices;
  if (test === 'present')
    plain.choices = [
      { id: true, name: words?.yes ?? 'list.yes' },
      { id: false, name: words?.no ?? 'list.no' },
    ];
  return plain;
}
