import { useQueries } from '@tanstack/react-query';
import { useDataProvider } from 'ra-core';
import { getResource, resources } from '../../config/registry.ts';
import type { AnyResource } from '../../config/resource.ts';
import { formatDay } from '../../fields/date.ts';
import { getKeyField, getTargetName, isReferring } from '../../fields/fieldTypes.ts';
import { type Field, type IntlShape, isDayField, type Storage } from '../../fields/kind.ts';
import { fillTemplate } from '../../fields/reference.ts';
import { showValue, useFieldLabels, useIntl } from '../../parts/intl.ts';
import { explainWhere } from '../../where/explainWhere.ts';
import { type Comparison, listComparisons } from '../../where/where.ts';
import type { AnyRecord } from '../../wire/binding.ts';
import { useView } from '../shared/ResourceViewContext.tsx';
import { readWhere } from './conditionTree.ts';
import { useConditionTexts } from './useConditionTexts.ts';

/** Returns each resource on a path, with the field that the path takes there. */
function followPath(resource: AnyResource, path: readonly string[]) {
  let current: AnyResource | undefined = resource;
  return path.map((name) => {
    const step = { owner: current, name, field: current?.fields[name] };
    current = resources.find((one) => one.name === getTargetName(step.field));
    return step;
  });
}

const findLastField = (resource: AnyResource, path: readonly string[]) => followPath(resource, path).at(-1)?.field;

/** Fetches the records that conditions compare with, by resource and id. Hidden ones are left out. */
function useReferencedRecords(resource: AnyResource, comparisons: readonly Comparison[]) {
  const dataProvider = useDataProvider();
  const found = comparisons.flatMap(({ path, value }) => {
    const field = findLastField(resource, path);
    const ids = [value].flat().filter((one) => typeof one === 'string');
    return isReferring(field) && getKeyField(field) === 'id' ? ids.map((id) => ({ to: field.to, id })) : [];
  });
  const results = useQueries({
    queries: [...Map.groupBy(found, ({ to }) => to)].map(([to, references]) => {
      const ids = [...new Set(references.map(({ id }) => id))];
      return {
        queryKey: [to, 'conditions', ids],
        queryFn: () => dataProvider.getMany<AnyRecord>(to, { ids }),
        select: ({ data }: { data: AnyRecord[] }) => data.map((record) => [`${to} ${record.id}`, record] as const),
      };
    }),
  });
  return new Map(results.flatMap(({ data }) => data ?? []));
}

const VALUE_TYPES: { readonly [S in Storage]?: string } = {
  ...{ integer: 'number', real: 'number', cents: 'number' },
  flag: 'boolean',
};

function formatValue(field: Field | undefined, value: unknown, intl: IntlShape): string {
  const storage = field?.kind.storage ?? 'text';
  // An address may hold anything, which the kind cannot format.
  if (!field || (VALUE_TYPES[storage] ?? 'string') !== typeof value) return String(value);
  if (isDayField(field)) return formatDay(String(value), intl);
  return showValue(field, storage === 'links' ? [value] : value, intl)?.text ?? String(value);
}

/** Explains a where of an address in the person's language: "State is any of New, Open and Due On is before ...". */
export function useWhereSentence(where: unknown): string {
  const t = useConditionTexts();
  const intl = useIntl();
  const { resource } = useView();
  const fieldLabels = useFieldLabels();
  const condition = readWhere(where);
  const records = useReferencedRecords(resource, condition ? listComparisons(condition) : []);
  if (!condition) return t('conditions.unreadable');
  const findField = (path: string) => findLastField(resource, path.split('.'));
  const getLabels = (path: string) =>
    followPath(resource, path.split('.')).map(({ owner, name }) => (owner ? fieldLabels(owner, name) : name));
  return explainWhere(condition, {
    translate: t,
    labelOf: (path) => getLabels(path).join(' › '),
    isDay: (path) => isDayField(findField(path)),
    formatValue(path, value) {
      const field = findField(path);
      const record = isReferring(field) && records.get(`${field.to} ${value}`);
      const title = record && fillTemplate(field.text ?? getResource(field.to).title, record);
      return title || formatValue(field, value, intl);
    },
  });
}
