import { getKeyField, isReference, isReferring } from '../fields/fieldTypes.ts';
import type { Field } from '../fields/kind.ts';
import { text } from '../fields/text.ts';
import { checkWhere, type ResolvedPath } from '../where/checkWhere.ts';
import { parseWhere } from '../where/parseWhere.ts';
import { isMe } from '../where/symbols.ts';
import { type Condition, getConjuncts, listPaths } from '../where/where.ts';
import type { Role } from '../wire/call.ts';
import { getAccountsConfig } from './app/accounts.ts';
import type { ErrorReporter } from './configError.ts';
import { getFilterOperator, getFilters } from './listFilters.ts';
import { resolveFieldPath } from './related/fieldPath.ts';
import type { AnyResource } from './resource.ts';
import { isServerManaged } from './tableConfig.ts';

/** Table of the accounts made by migrations. */
export const ACCOUNTS = 'accounts';
/** Sample in the format of newId on the server. */
const ACCOUNT_ID = '0123456789abcdef01234567';

/** Returns the condition on the records that a role sees; undefined if it sees all. */
export function getRowRule(resource: AnyResource, role: Role): Condition | undefined {
  const where = resource.roles[role]?.where;
  return where && parseWhere(where);
}

/** Returns the fields at the start of row rule paths. */
export const getRuledFields = (resource: AnyResource) =>
  new Set(
    Object.keys(resource.roles).flatMap((role) => {
      const rule = getRowRule(resource, role as Role);
      return rule ? [...listPaths(rule)].map(({ path }) => path[0]) : [];
    }),
  );

/** True if lists are filtered by single values of a field: by a filter, reference or row rule. */
export function isFilteredByValue(resource: AnyResource, name: string): boolean {
  const { kind } = resource.fields[name] ?? {};
  if (!kind || kind.storage === 'links') return false;
  const operators = [...getFilters(resource).values()]
    .filter(({ field }) => field === name)
    .map((filter) => getFilterOperator(resource, filter));
  // A moment is filtered by day.
  const isFiltered = operators.includes('equals') && kind.storage !== 'moment';
  return isReference(resource.fields[name]) || getRuledFields(resource).has(name) || isFiltered;
}

/** Returns the field that must hold the caller's account. New records of the role get it; the role cannot change it. */
export function getOwnField(resource: AnyResource, role: Role): string | undefined {
  const rule = getRowRule(resource, role);
  for (const part of rule ? getConjuncts(rule) : []) {
    if (part.kind !== 'compare' || part.operator !== 'equals' || !isMe(part.value)) continue;
    const { kind, lookup, rollup, compute } = resource.fields[part.path.join('.')] ?? {};
    if (kind?.storage === 'text' && !lookup && !rollup && !compute) return part.path[0];
  }
  return undefined;
}

/** True if the records are, or may be, accounts of the role; without a role, of any. */
function holdsAccounts(resource: AnyResource, role: Role | undefined): boolean {
  const { table, api } = resource;
  if (api && !table) return true;
  const held = table?.name === ACCOUNTS ? (table.where?.role ?? role ?? '') : getAccountsConfig(resource)?.role;
  return held !== undefined && (role === undefined || held === role);
}

/** True if the config lets the server fill in the text. In a form people could type anything. */
const isSetByServer = (resource: AnyResource, name: string, field: Field): boolean =>
  field.readOnly === true ||
  typeof field.default === 'function' ||
  (Object.entries(resource.roles) as [Role, { can: readonly string[] }][]).some(
    ([role, { can }]) => can.includes('create') && getOwnField(resource, role) === name,
  ) ||
  [...Object.values(resource.actions ?? {}), ...Object.values(resource.states?.transitions ?? {})].some(
    ({ values = {} }) => name in values,
  );

const ACCOUNT_FIELDS = 'a value: only a reference to accounts, and a text that the server fills in, hold an account';

/** Returns undefined if the field holds accounts of the role, which `me` may be compared with; else the error text. */
function describeAccountField(
  resource: AnyResource,
  name: string,
  field: Field,
  role: Role | undefined,
  all: readonly AnyResource[],
): string | undefined {
  if (name === 'id') return resource.accounts ? undefined : ACCOUNT_FIELDS;
  const holdsIds =
    field.kind.storage === 'links' ||
    (field.kind.storage === 'text' && field.kind.schema(field).safeParse(ACCOUNT_ID).success);
  if (!holdsIds) return ACCOUNT_FIELDS;
  const to = isReferring(field) ? field.to : undefined;
  const key = getKeyField(field);
  if (to === undefined)
    return resource.table || field.lookup || isSetByServer(resource, name, field) ? undefined : ACCOUNT_FIELDS;
  const target = all.find((one) => one.name === to);
  if (!target) return undefined;
  if (!holdsAccounts(target, role)) return role ? `a reference to accounts of ${role}: ${to} are none` : ACCOUNT_FIELDS;
  const hasId = key === 'id' || resource.table?.idColumns?.[name] !== undefined;
  return hasId ? undefined : `a reference that keeps the id of ${to}, and not their ${key}`;
}

/** Creates a function that finds the field at the end of a path, for checkWhere. */
export const createPathResolver =
  (resource: AnyResource, all: readonly AnyResource[], role?: Role) =>
  (path: readonly string[]): ResolvedPath => {
    const end = path.at(-1) ?? '';
    const found = resolveFieldPath(resource, path.join('.'), all);
    if ('expected' in found) return found;
    const refusesMe = describeAccountField(found.resource, end, found.field, role, all);
    return { field: end === 'id' ? text() : found.field, ...(refusesMe && { refusesMe }) };
  };

export function checkRowRules(resource: AnyResource, report: ErrorReporter, all: readonly AnyResource[]): void {
  for (const [role, { where }] of Object.entries(resource.roles)) {
    if (!where) continue;
    const key = `roles.${role}.where`;
    if (!isServerManaged(resource)) report(key, where, 'nothing: the host decides which records a role sees');
    else checkWhere(where, key, createPathResolver(resource, all, role as Role), report);
  }
}

/** Checks a condition in which nobody is signed in. */
export function checkNobody(
  resource: AnyResource,
  where: object | undefined,
  key: string,
  report: ErrorReporter,
  all: readonly AnyResource[],
): void {
  const resolve = createPathResolver(resource, all);
  const refusesMe = 'a value: nobody is signed in';
  if (where) checkWhere(where, key, (path) => ({ ...resolve(path), refusesMe }), report);
}
