import type { Field } from '../fields/kind.ts';
import { findNearestName } from './checks/nearest.ts';
import type { ErrorReporter } from './configError.ts';
import { resolveFieldPath } from './related/fieldPath.ts';
import type { AnyResource } from './resource.ts';
import { isServerManaged } from './tableConfig.ts';

/** In a row rule: the caller's account. */
export const ME = { account: 'me' } as const;

type One = typeof ME | string | number | boolean;
/** Value, one of several values, or null for an empty field. */
export type RowValue = One | null | readonly One[];

/**
 * Filter on the records a role sees. All fields must match. Paths follow references: `{ 'copy.branch': ME, state:
 * ['New', 'Open'] }`. `and` and `or` join rules. `id` is the record's own id if records are accounts.
 */
export type RowRule<N extends string = string> =
  | { readonly and: readonly RowRule<N>[] }
  | { readonly or: readonly RowRule<N>[] }
  | { readonly [K in N | 'id' | `${N}.${string}`]?: RowValue };

export const isMe = (value: unknown): value is typeof ME =>
  typeof value === 'object' && value !== null && (value as { account?: unknown }).account === ME.account;

/** Sample in the format of newId on the server. */
const ACCOUNT_ID = '0123456789abcdef01234567';

/** True if the field can hold an account id, as texts and references can. */
export const canHoldAccountId = (field: Field): boolean =>
  field.kind.storage === 'text' && field.kind.schema(field).safeParse(ACCOUNT_ID).success;

/** Returns the rules joined by `and` or `or`, or undefined. */
export function getJoinedRules(rule: RowRule): { by: 'and' | 'or'; rules: readonly RowRule[] } | undefined {
  for (const by of ['and', 'or'] as const) {
    const rules = (rule as Record<string, unknown>)[by];
    if (Array.isArray(rules)) return { by, rules: rules as RowRule[] };
  }
  return undefined;
}

/** True if the records are, or may be, accounts. */
const areAccounts = ({ accounts, api, table }: AnyResource): boolean =>
  accounts !== undefined || (api !== undefined && (table?.name ?? 'accounts') === 'accounts');

/** True if only the server fills in the text. In a form people could type anything. */
const isServers = ({ roles, actions, states }: AnyResource, name: string, field: Field): boolean =>
  field.readOnly === true ||
  typeof field.default === 'function' ||
  Object.values(roles).some((role) => role?.own === name) ||
  [...Object.values(actions ?? {}), ...Object.values(states?.transitions ?? {})].some(
    ({ values: set = {} }) => name in set,
  );

/** True if the field can hold the caller's account. Columns of existing tables may hold anything. */
function holdsMe(resource: AnyResource, name: string, field: Field, all: readonly AnyResource[]): boolean {
  if (field.kind.storage !== 'links' && !canHoldAccountId(field)) return false;
  if (resource.table || field.lookup !== undefined || name === 'id') return true;
  const { to, value = 'id' } = field as Field & { to?: string; value?: unknown };
  const target = all.find((one) => one.name === to);
  if (to === undefined) return isServers(resource, name, field);
  return !target || (areAccounts(target) && value === 'id');
}

/** Returns the rules for a role: `own` and `rows`. */
export function getRowRules(resource: AnyResource, role: string): RowRule[] {
  const access = resource.roles[role as keyof AnyResource['roles']];
  return [...(access?.own ? [{ [access.own]: ME }] : []), ...(access?.rows ? [access.rows] : [])];
}

/** Yields every path of a rule with its value. */
export function* listConditions(rule: RowRule): Generator<[path: string, value: RowValue]> {
  const inner = getJoinedRules(rule);
  if (inner) for (const one of inner.rules) yield* listConditions(one);
  else yield* Object.entries(rule) as [string, RowValue][];
}

/** Formats a rule for people: "copy.branch is me and state is New or Open". */
export function formatRule(rule: RowRule): string {
  const inner = getJoinedRules(rule);
  if (inner) {
    const part = (one: RowRule) =>
      !getJoinedRules(one) && Object.keys(one).length > 1 ? `(${formatRule(one)})` : formatRule(one);
    return `(${inner.rules.map(part).join(` ${inner.by} `)})`;
  }
  const value = (one: unknown) => (isMe(one) ? 'me' : one === null ? 'empty' : String(one));
  return Object.entries(rule)
    .map(([path, expected]) => `${path} is ${[expected].flat().map(value).join(' or ') || 'nothing'}`)
    .join(' and ');
}

/** Checks that paths of row rules lead to fields that can have the values. */
export function checkRowRules(resource: AnyResource, report: ErrorReporter, all: readonly AnyResource[]): void {
  for (const [role, { rows }] of Object.entries(resource.roles)) {
    if (!rows) continue;
    const key = `roles.${role}.rows`;
    if (!isServerManaged(resource)) report(key, rows, 'nothing: the host decides which records a role sees');
    else checkRowRule(rows, key, resource, all, report);
  }
}

/** Checks one rule at `key` of the config. */
export function checkRowRule(
  rule: RowRule,
  key: string,
  resource: AnyResource,
  all: readonly AnyResource[],
  report: ErrorReporter,
) {
  if (rule === null || typeof rule !== 'object') {
    report(key, rule, 'a rule, such as { owner: ME }');
    return;
  }
  const inner = getJoinedRules(rule);
  if (inner) {
    if (Object.keys(rule).length > 1) report(key, Object.keys(rule), `${inner.by} alone`);
    if (inner.rules.length === 0) report(`${key}.${inner.by}`, [], 'at least one rule');
    for (const [index, one] of inner.rules.entries())
      checkRowRule(one, `${key}.${inner.by}.${index}`, resource, all, report);
    return;
  }
  if (Object.keys(rule).length === 0) report(key, rule, 'a rule, such as { owner: ME }');
  for (const [path, value] of Object.entries(rule) as [string, RowValue][]) {
    const found = resolveFieldPath(resource, path, all);
    if ('expected' in found) {
      report(`${key}.${path}`, found.name, found.expected, found.names);
      continue;
    }
    const { field } = found;
    const values = [value].flat();
    if (values.length === 0) report(`${key}.${path}`, [], 'at least one value');
    for (const one of values) {
      if (one === null) continue;
      const many = field.kind.storage === 'links';
      const isValue = () => field.kind.schema(field).safeParse(many ? [one] : one).success;
      if (isMe(one) ? !holdsMe(found.resource, path.split('.').at(-1) ?? '', field, all) : !isValue()) {
        const choices = (field as { choices?: readonly string[] }).choices;
        report(
          `${key}.${path}`,
          isMe(one) ? 'ME' : one,
          isMe(one)
            ? 'a value: only a reference to accounts, and a text that the server fills in, hold an account'
            : `a value of ${field.kind.name}`,
          choices && findNearestName(String(one), choices) ? choices : undefined,
        );
      }
    }
  }
}
