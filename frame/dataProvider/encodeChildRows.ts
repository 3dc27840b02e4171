import { findAbsentFields } from '../config/conditionalFields.ts';
import { resources } from '../config/registry.ts';
import type { AnyResource } from '../config/resource.ts';

type Values = Record<string, unknown>;

const plain = (value: unknown) => JSON.stringify(value === '' || value === undefined ? null : value);

/** Returns, in order, new rows whole, changed rows with changed values and other rows as ids; then removed rows. */
function toSend(rows: readonly Values[], before: readonly Values[]): Values[] {
  const earlier = new Map(before.map((row) => [row.id, row]));
  const kept = new Set(rows.map(({ id }) => id));
  const sent = rows.map((row): Values => {
    const was = earlier.get(row.id);
    if (!was) return row;
    const changed = Object.entries(row).filter(([name, value]) => plain(value) !== plain(was[name]));
    if (changed.length === 0) return { id: row.id };
    return { ...Object.fromEntries(changed), id: row.id, version: was.version };
  });
  const gone = before.filter(({ id }) => !kept.has(id));
  return [...sent, ...gone.map(({ id, version }) => ({ id, version, removed: true }))];
}

/** Removes the values of fields whose `when` is false for the row. */
function dropAbsent(resource: string | undefined, row: Values): Values {
  const absent = findAbsentFields(resources.find(({ name }) => name === resource)?.fields ?? {}, row);
  return Object.fromEntries(Object.entries(row).filter(([name]) => !absent.has(name)));
}

/** Returns the record's values with child rows encoded as changes. */
export function encodeChildRows({ fields }: AnyResource, values: Values, before: Values = {}): Values {
  const entries = Object.entries(values).map(([name, value]): [string, unknown] => {
    if (fields[name]?.kind.storage !== 'children' || !Array.isArray(value)) return [name, value];
    const { resource } = fields[name] as { resource?: string };
    const rows = (value as Values[]).map((row) => dropAbsent(resource, row));
    return [name, toSend(rows, (before[name] ?? []) as Values[])];
  });
  return Object.fromEntries(entries);
}
