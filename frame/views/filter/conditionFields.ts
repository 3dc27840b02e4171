import { useMemo } from 'react';
import type { AnyResource } from '../../config/resource.ts';
import { mayRead } from '../../config/rights.ts';
import { type Field, getFilterInput, type InputName, isDayField, NUMBER_STORAGES } from '../../fields/kind.ts';
import { useFieldLabel } from '../../parts/intl.ts';
import { getOperators } from '../../where/checkWhere.ts';
import type { WordedOperator } from '../../where/where.ts';
import { useView } from '../shared/ResourceViewContext.tsx';

/** Field that people may filter by, with its operators. */
export interface ConditionField {
  name: string;
  label: string;
  field: Field;
  input: InputName | undefined;
  operators: readonly WordedOperator[];
}

/** Account ids, which nobody knows. */
const UNREADABLE_FIELDS = ['createdBy', 'changedBy'];

/** Lists the operators of a field, the usual one first. */
export function listOperators(field: Field): readonly WordedOperator[] {
  const { storage } = field.kind;
  const emptiness = ['empty', 'notEmpty'] as const;
  if (getOperators(field).length === 1) return emptiness;
  if (storage === 'links') return ['in', 'notIn', ...emptiness];
  const isChoice = ['choice', 'reference'].includes(String(getFilterInput(field)));
  const isOrdered = isDayField(field) || [...NUMBER_STORAGES, 'moment'].includes(storage);
  const isText = storage === 'text' && !isOrdered && !isChoice;
  return [
    ...(isText ? (['contains', 'startsWith'] as const) : []),
    ...(['equals', 'not'] as const),
    ...(isChoice ? (['in', 'notIn'] as const) : []),
    ...(isOrdered ? (['lt', 'lte', 'gt', 'gte'] as const) : []),
    ...emptiness,
  ];
}

const isOffered = ({ fields, table }: AnyResource, name: string) =>
  table?.columns?.[name] !== null &&
  (fields[name]?.kind.filter !== false || fields[name]?.kind.storage === 'children') &&
  !UNREADABLE_FIELDS.includes(name);

/** Returns the fields that this role may filter a list by. */
export function useConditionFields(): readonly ConditionField[] {
  const { resource, role } = useView();
  const fieldLabel = useFieldLabel(resource);
  return useMemo(
    () =>
      Object.entries(resource.fields).flatMap(([name, field]) => {
        if (!isOffered(resource, name) || !mayRead(resource, role, name)) return [];
        return { name, label: fieldLabel(name), field, input: getFilterInput(field), operators: listOperators(field) };
      }),
    [resource, role, fieldLabel],
  );
}
