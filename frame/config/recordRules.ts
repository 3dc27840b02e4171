import { isCalendarDay, isOfKind, isReferring, isSingleValue } from '../fields/fieldTypes.ts';
import type { ErrorReporter } from './configError.ts';
import { listFollowing } from './related/derivedFields.ts';
import type { AnyResource } from './types/anyResource.ts';

/** Rule on the values of several fields. */
export interface RecordRule {
  /** Path in the config. */
  key: string;
  /** The fields, or their columns, whose values are compared. */
  by: readonly string[];
  /** With a period, records with equal values may exist at different times. */
  period?: { from: string; to: string };
}

export function listRules({ rules }: Pick<AnyResource, 'rules'>): RecordRule[] {
  const { unique = [], noOverlap } = rules ?? {};
  const isSingle = typeof unique[0] === 'string';
  const lists = (isSingle ? [unique] : unique) as readonly (readonly string[])[];
  const uniques = lists.map((by, index) => ({ key: isSingle ? 'rules.unique' : `rules.unique.${index}`, by }));
  if (!noOverlap) return uniques;
  const { by, from, to } = noOverlap;
  return [...uniques, { key: 'rules.noOverlap', by, period: { from, to } }];
}

/** Checks that no right or reference would update or delete records that are only appended. */
export function checkAppendOnly(resource: AnyResource, report: ErrorReporter): void {
  const { appendOnly, api, roles, fields, accounts } = resource;
  if (!appendOnly) return;
  if (api || accounts) report('appendOnly', true, 'a collection without softDelete and accounts');
  const allowed = ['list', 'show', 'create', 'export', 'import'];
  for (const [role, { can }] of Object.entries(roles))
    for (const [index, right] of can.entries())
      if (!allowed.includes(right))
        report(`roles.${role}.can.${index}`, right, `one of ${allowed.join(', ')}`, allowed);
  for (const [name, field] of Object.entries(fields))
    if (isReferring(field) && (field.onDelete === 'clear' || field.onDelete === 'delete'))
      report(`fields.${name}.onDelete`, field.onDelete, 'refuse or keep: the records never change', ['refuse', 'keep']);
}

/** Checks that rules name stored fields of kinds that can be compared. */
export function checkRules(resource: AnyResource, report: ErrorReporter): void {
  const { rules, api, fields } = resource;
  if (!rules) return;
  if (api) {
    report('rules', rules, 'nothing: the host decides what it accepts');
    return;
  }
  const following = listFollowing(fields);
  const isStored = (name: string) => {
    const { kind, system } = fields[name] ?? {};
    return kind !== undefined && !system && !following.has(name) && isSingleValue(fields[name]);
  };
  const stored = Object.keys(fields).filter(isStored);
  const expectOne = (key: string, name: string, names: readonly string[], expected: string) => {
    if (name in fields && !names.includes(name)) report(key, name, expected, names);
  };
  const keys = stored.filter((name) => fields[name]?.kind.storage === 'text' && !isCalendarDay(fields[name]));
  for (const { key, by, period } of listRules(resource)) {
    const place = period ? `${key}.by` : key;
    for (const [index, name] of by.entries()) {
      if (period) expectOne(`${place}.${index}`, name, keys, 'a reference, choice or text of the record');
      else expectOne(`${place}.${index}`, name, stored, 'a stored field whose values can be compared');
      if (by.indexOf(name) !== index) report(`${place}.${index}`, name, 'a field that is not there already');
    }
    if (!period) continue;
    const times = (...kinds: string[]) => stored.filter((name) => isOfKind(fields[name], ...kinds));
    const { from, to } = period;
    expectOne(`${key}.from`, from, times('date', 'dateTime'), 'a field of the kind date or dateTime');
    const kind = fields[from]?.kind.name ?? '';
    const ends = times(kind).filter((name) => name !== from);
    expectOne(`${key}.to`, to, ends, `another field of the kind ${kind}`);
  }
}
