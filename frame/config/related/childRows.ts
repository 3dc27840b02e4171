import type { ChildrenOptions } from '../../fields/children.ts';
import { type ChildrenField, isChildren, isIdReference, isSingleValue } from '../../fields/fieldTypes.ts';
import { type Field, MAX_CHILD_ROWS } from '../../fields/kind.ts';
import type { Role } from '../../wire/call.ts';
import { getVisibleEntries, toEntry } from '../app/entries.ts';
import { findAbsentFields } from '../conditionalFields.ts';
import { type ErrorReporter, reportGiven } from '../configError.ts';
import { type AnyResource, type EntryConfig, mayDo, type RelatedConfig } from '../resource.ts';
import { getOwnField } from '../rowRules.ts';
import { validateValues } from '../validate.ts';

type Values = Readonly<Record<string, unknown>>;

/** Keys of a sent row besides its values. */
export const ROW_META_KEYS = ['id', 'version', 'removed'] as const;

export interface ChildField extends ChildrenOptions {
  name: string;
  ownField: Field;
  target: AnyResource;
  most: number;
}

export function listChildFields(resource: AnyResource, all: readonly AnyResource[]): ChildField[] {
  return Object.entries(resource.fields).flatMap(([name, ownField]) => {
    if (!isChildren(ownField)) return [];
    const { field, columns, position, most = MAX_CHILD_ROWS, resource: to } = ownField;
    const target = all.find((one) => one.name === to);
    return target
      ? [{ name, ownField, target, resource: to, field, columns, most, ...(position && { position }) }]
      : [];
  });
}

/** Returns the columns that the role fills in, for a new or an existing row. */
export function getEditableCells({ target, columns, field }: ChildField, role: Role, permission: 'create' | 'edit') {
  const form = permission === 'edit' ? (target.edit ?? target.create) : target.create;
  const entries = mayDo(target, role, permission)
    ? (form?.groups ?? []).flatMap(({ fields }) => getVisibleEntries<EntryConfig<string>>(fields, role))
    : [];
  const editable = entries.filter(
    (entry) =>
      columns.includes(entry.field) &&
      entry.field !== field &&
      entry.field !== getOwnField(target, role) &&
      !target.fields[entry.field]?.readOnly,
  );
  return new Map(editable.map((entry) => [entry.field, entry]));
}

/** Validates the child rows of a form. Returns the errors of each row by field, or an empty list if all are valid. */
export function validateChildRows(
  children: ChildField,
  role: Role,
  rows: unknown,
  today?: string,
): Record<string, string>[] {
  if (!Array.isArray(rows)) return [];
  const errors = rows.map((row: Values) => {
    const absent = findAbsentFields(children.target.fields, row);
    const cells = [...getEditableCells(children, role, row.id === undefined ? 'create' : 'edit').values()];
    const present = cells.filter(({ field }) => !absent.has(field));
    const entries = present.map((entry) =>
      row.id === undefined && typeof children.target.fields[entry.field]?.default === 'function'
        ? { ...entry, required: false }
        : entry,
    );
    return validateValues(children.target.fields, entries, row, { today });
  });
  return errors.some((row) => Object.keys(row).length > 0) ? errors : [];
}

/** Returns the related lists of a show view: child rows first unless the config names them itself. */
export function getRelatedLists(resource: AnyResource, all: readonly AnyResource[]): RelatedConfig[] {
  const named = resource.show?.related ?? [];
  const rows = listChildFields(resource, all).filter(
    (one) => !named.some((other) => other.resource === one.resource && other.field === one.field),
  );
  return [
    ...rows.map(
      ({ resource: to, field, columns, position, ownField: own }): RelatedConfig => ({
        resource: to,
        field,
        columns,
        perPage: 10,
        ...(own.label && { label: own.label }),
        ...(position && { sort: position }),
      }),
    ),
    ...named,
  ];
}

/** Lists where a config shows a field, by config key. */
const listShownFields = ({ list, show }: AnyResource): [key: string, field: string][] => {
  const entries = [
    ...list.columns.map((entry, at) => [['list', 'columns', at], entry] as const),
    ...(show?.groups ?? []).flatMap(({ fields }, group) =>
      fields.map((entry, at) => [['show', 'groups', group, 'fields', at], entry] as const),
    ),
  ];
  return entries.map(([path, entry]) => [path.join('.'), toEntry<{ field: string }>(entry).field]);
};

/** Checks that child rows refer back to this resource and can be filled in. */
export function checkChildren(resource: AnyResource, report: ErrorReporter, all: readonly AnyResource[]): void {
  for (const [name, own] of Object.entries(resource.fields)) {
    if (!isChildren(own)) continue;
    const key = `fields.${name}`;
    if (resource.api || resource.table)
      report(key, own.kind.name, 'another kind: only collections have rows of their own');
    const excluded = ['unique', 'default', 'compute', 'readOnly'] as const;
    reportGiven(report, key, own, excluded, 'nothing: rows are filled in one by one');
    for (const [place, field] of listShownFields(resource))
      if (field === name) report(place, name, 'a field with a value: the detail view lists rows by itself');
    const collections = all.filter(({ api, table }) => !api && !table);
    const target = collections.find((one) => one.name === own.resource);
    if (!target) {
      const names = collections.map((one) => one.name);
      report(`${key}.resource`, own.resource, 'the name of a resource without calls of its own', names);
    } else checkTarget(resource, key, own, target, report);
  }
}

function checkTarget(
  { name }: AnyResource,
  key: string,
  { field, columns, position, most, required }: ChildrenField,
  target: AnyResource,
  report: ErrorReporter,
): void {
  const { fields, create } = target;
  const refers = (one: Field | undefined) => isIdReference(one) && one.to === name;
  if (!refers(fields[field])) {
    const found = Object.keys(fields).filter((one) => refers(fields[one]));
    report(`${key}.field`, field, `a reference of ${target.name} to ${name} that keeps its id`, found);
    return;
  }
  if (most !== undefined && !(Number.isInteger(most) && most >= 1 && most <= 500))
    report(`${key}.most`, most, 'an integer from 1 to 500');
  if (position !== undefined) checkPosition(key, position, target, report);
  if (required !== undefined && typeof required !== 'boolean') report(`${key}.required`, required, 'true or false');
  if (!Array.isArray(columns) || columns.length === 0) {
    report(`${key}.columns`, columns, `a list of fields of ${target.name}`);
    return;
  }
  const inputs = (create?.groups ?? []).flatMap((group) =>
    group.fields.map((entry) => toEntry<{ field: string }>(entry).field),
  );
  for (const [index, column] of columns.entries()) {
    const at = `${key}.columns.${index}`;
    if (!inputs.includes(column)) report(at, column, `a field of the create form of ${target.name}`, inputs);
    else if (column === field || column === position)
      report(at, column, 'a field that the server does not fill in itself');
    else if ((ROW_META_KEYS as readonly string[]).includes(column))
      report(at, column, `a name other than ${ROW_META_KEYS.join(', ')}`);
    else if (!isSingleValue(fields[column])) report(at, column, 'a field that fits into a cell');
  }
  const filledIn = [...columns, field, position];
  for (const [name, { required, default: initial, compute }] of Object.entries(fields))
    if (required && initial === undefined && !compute && !filledIn.includes(name))
      report(`${key}.columns`, columns, `${name} among them, as it is required`);
}

function checkPosition(
  key: string,
  position: string,
  { name, fields, list }: AnyResource,
  report: ErrorReporter,
): void {
  const numbers = Object.keys(fields).filter((one) => ['integer', 'real'].includes(fields[one]?.kind?.storage ?? ''));
  if (!numbers.includes(position)) report(`${key}.position`, position, `a number of ${name}`, numbers);
  else if (![...(list.sortable ?? []), list.sort?.field].includes(position))
    report(`${key}.position`, position, `a number that the list of ${name} can be sorted by`);
}
