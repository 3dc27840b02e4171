import { findUnmetField, hasEndpoint, listActionNames } from '../../../config/actions.ts';
import { getVisibleEntries } from '../../../config/app/entries.ts';
import { deferRequired } from '../../../config/conditionalFields.ts';
import type { Permission } from '../../../config/permissions.ts';
import { type AnyResource, type EntryConfig, mayDo } from '../../../config/resource.ts';
import { listRoles, mayRead, mayWrite } from '../../../config/rights.ts';
import { ACCOUNTS, getOwnField } from '../../../config/rowRules.ts';
import { isSystemField } from '../../../config/systemFields.ts';
import { getColumnName } from '../../../config/tableConfig.ts';
import { getFieldSchema, isBlank, parseValues } from '../../../config/validate.ts';
import { getKeyField, isReference } from '../../../fields/fieldTypes.ts';
import type { Field } from '../../../fields/kind.ts';
import type { MatchContext } from '../../../where/matchWhere.ts';
import { type Role, SYSTEM_ROLE } from '../../../wire/roles.ts';
import { HttpError, type Sentence } from '../../base/httpError.ts';
import { getToday } from '../../base/time.ts';
import { isReceived } from '../../files/fileStore.ts';
import type { Account } from '../../http/callHandler.ts';
import { findLengthIssues } from '../../http/lengthLimits.ts';
import { isInKeyScope } from '../query/keyScope.ts';
import type { Collection } from '../schema/collection.ts';
import type { RecordValues } from '../schema/recordRow.ts';
import { findTimeError } from '../schema/storageCodecs.ts';

type FormEntry = EntryConfig<string>;

/** Creates the context in which an account's conditions are matched with records. */
export const createMatchContext = ({ resource, timeZone }: Collection, { id }: Pick<Account, 'id'>): MatchContext => ({
  ...{ me: id, today: getToday(timeZone), now: new Date().toISOString(), timeZone, fields: resource.fields },
});

/** Returns the roles with one of these permissions, or with `orAction` also those that may run a named action. */
export const getAllowedRoles = (
  resource: AnyResource,
  permissions: readonly Permission[],
  { orAction } = { orAction: false },
): Role[] =>
  listRoles(resource).filter((role) =>
    [...permissions, ...(orAction ? listActionNames(resource) : [])].some((permission) =>
      mayDo(resource, role, permission),
    ),
  );

/** True if the role has one of these permissions, as `getAllowedRoles`. The system has all. */
export const hasPermission = (
  resource: AnyResource,
  role: Role,
  permissions: readonly Permission[],
  options?: { orAction: boolean },
): boolean => role === SYSTEM_ROLE || getAllowedRoles(resource, permissions, options).includes(role);

/** True if the caller may read records of the resource: in lists, or one by one. */
export const mayReadRecords = (resource: AnyResource, account: Pick<Account, 'role' | 'key'>): boolean =>
  isInKeyScope(account, resource) &&
  hasPermission(resource, account.role, ['list', 'show', 'edit'], { orAction: true });

/** True for a field of an existing table without a column, or for a stamp. The password of an account has no column. */
function isUnstored({ table }: AnyResource, name: string): boolean {
  const column = table && getColumnName(table, name);
  if (column === undefined) return false;
  if (column === null) return table?.name !== ACCOUNTS || name !== 'password';
  return name === 'createdAt' || Object.values(table?.stamps ?? {}).includes(column);
}

/** Lists the fields that code may fill in: neither files nor values that the server sets. */
export const listOpenFields = (resource: AnyResource): string[] =>
  Object.entries(resource.fields).flatMap(([name, field]) => {
    const { kind, compute, rollup, lookup } = field;
    const isOther = compute || rollup || lookup || isSystemField(name, field) || isUnstored(resource, name);
    return isOther || ['file', 'files', 'children'].includes(kind.storage) ? [] : [name];
  });

/** True if a value of a file field is missing, or what a call received: code may write both. */
export const holdsReceivedFiles = (field: Field | undefined, value: unknown): boolean =>
  ['file', 'files'].includes(field?.kind.storage ?? '') && [value ?? []].flat().every((one) => isReceived(one));

/** Returns the form entries that a role may fill in. For `edit` these include fields of actions without a route. */
export function getWritableFields(
  resource: AnyResource,
  role: Role,
  permission: 'create' | 'edit',
): Map<string, FormEntry> {
  if (role === SYSTEM_ROLE) return getSystemFields(resource);
  const form = permission === 'edit' ? (resource.edit ?? resource.create) : resource.create;
  const groups = mayDo(resource, role, permission) ? (form?.groups ?? []) : [];
  const entries = groups.flatMap(({ fields }) => getVisibleEntries<FormEntry>(fields, role));
  const open = entries.filter(({ field }) => !resource.fields[field]?.readOnly);
  // Calls of the resource's own have keys of their own for references; records have the field's.
  const given = new Map(
    open.map(({ value, ...entry }): [string, FormEntry] => [
      entry.field,
      resource.api || value === undefined ? entry : { ...entry, value },
    ]),
  );
  if (permission === 'edit') {
    // The component of a resource with calls of its own makes such a call.
    for (const [name, { field, component }] of Object.entries(resource.actions ?? {}))
      if (
        !(resource.api && component) &&
        mayDo(resource, role, name) &&
        !hasEndpoint(resource, name) &&
        !given.has(field)
      )
        given.set(field, { field });
  }
  given.delete(getOwnField(resource, role) ?? '');
  for (const name of given.keys()) if (!mayWrite(resource, role, name)) given.delete(name);
  return given;
}

const systemFields = new WeakMap<AnyResource, Map<string, FormEntry>>();

/** The system fills in every open field, and child rows. */
function getSystemFields(resource: AnyResource): Map<string, FormEntry> {
  const known = systemFields.get(resource);
  if (known) return known;
  const children = Object.entries(resource.fields).filter(([, { kind }]) => kind.storage === 'children');
  const names = [...listOpenFields(resource), ...children.map(([name]) => name)];
  const found = new Map(names.map((field) => [field, { field }]));
  systemFields.set(resource, found);
  return found;
}

/** True if a role reads a masked value in full, because it may write it or the resource has its own calls. */
export const mayUnmask = (resource: AnyResource, role: Role, name: string): boolean =>
  resource.api !== undefined ||
  (['create', 'edit'] as const).some((permission) => getWritableFields(resource, role, permission).has(name));

/** True if a role may search and sort by a field. Otherwise it could guess values that it may not read. */
export const mayFindBy = (resource: AnyResource, role: Role, name: string): boolean =>
  mayRead(resource, role, name) && (!resource.fields[name]?.kind.hidden || mayUnmask(resource, role, name));

/** Throws an HttpError (409) if the role changes a field by actions only, and the current values allow none of them. */
function refuseUnmetAction(
  resource: AnyResource,
  role: Role,
  names: readonly string[],
  current: RecordValues,
  context: MatchContext,
): void {
  if (mayDo(resource, role, 'edit')) return;
  const own = Object.entries(resource.actions ?? {}).filter(
    ([name]) => mayDo(resource, role, name) && !hasEndpoint(resource, name),
  );
  for (const field of names) {
    const actions = own.filter(([, action]) => action.field === field);
    if (
      actions.length > 0 &&
      actions.every(([, action]) => findUnmetField(resource, action, current, context) !== undefined)
    )
      throw HttpError.forField(field, 409, 'server.stale');
  }
}

/** Converts referenced records sent as objects to the stored key. */
function toReferenceKey(field: Field, entry: FormEntry, value: unknown): unknown {
  if (field.kind.storage === 'links' && Array.isArray(value)) {
    const ids = value.map((one) => (one as { id?: unknown } | null)?.id ?? one);
    return ids.length > 0 ? [...new Set(ids)] : null;
  }
  if (!isReference(field) || value === null || typeof value !== 'object') return value;
  return (value as RecordValues)[entry.value ?? getKeyField(field)] ?? value;
}

/** Names the field of a message by its configured label, as forms do. Without one, the words of its name stand. */
export function nameField({ fields }: Pick<AnyResource, 'fields'>, message: string): Sentence {
  const [key = '', name = ''] = message.split('|');
  const label = fields[name]?.label;
  return label === undefined ? { message } : { message: key, args: { field: { label } } };
}

/** Throws an HttpError (400) if there are errors: messages by field. */
function refuseFields(resource: Pick<AnyResource, 'fields'>, errors: Record<string, string>): void {
  const named = Object.entries(errors).map(([name, message]) => [name, nameField(resource, message)] as const);
  const first = named[0]?.[1];
  if (first === undefined) return;
  throw new HttpError(400, first.message, {
    ...(first.args && { args: first.args }),
    errors: Object.fromEntries(named),
  });
}

/**
 * Validates the sent values of these entries and adds them to `values`. Missing values become null. Throws an HttpError
 * (400) with a message per invalid field.
 */
export function parseEntries(
  { resource: { fields }, timeZone }: Pick<Collection, 'resource' | 'timeZone'>,
  entries: readonly FormEntry[],
  sent: RecordValues,
  values: RecordValues,
): RecordValues {
  for (const entry of entries) {
    const field = fields[entry.field];
    if (field && Object.hasOwn(sent, entry.field))
      values[entry.field] = toReferenceKey(field, entry, sent[entry.field]);
  }
  const long = entries.flatMap(({ field: name }): [string, string][] => {
    const field = fields[name];
    const found = field && findLengthIssues(getFieldSchema(field), values[name])[0];
    return found ? [[name, found.message]] : [];
  });
  if (long[0]) throw new HttpError(400, long[0][1], { errors: Object.fromEntries(long) });
  const known = entries.map((entry) => deferRequired(fields, entry));
  const { errors, parsed } = parseValues(fields, known, values);
  for (const { field: name } of entries) {
    const value = values[name];
    if (isBlank(value)) values[name] = null;
    else if (typeof value === 'string' && (value.includes('\0') || !value.isWellFormed()))
      errors[name] ??= 'validation.invalid';
    else if (Object.hasOwn(parsed, name)) values[name] = parsed[name];
    const isMoment = fields[name]?.kind.storage === 'moment' && Object.hasOwn(parsed, name);
    const timeError = isMoment && findTimeError(String(parsed[name]), timeZone);
    if (timeError) errors[name] ??= timeError;
  }
  refuseFields({ fields }, errors);
  return values;
}

type WritingContext = { collection: Collection; account: Account; isHook?: true | undefined };

/**
 * Validates the sent values that the role may fill in. `create` adds defaults; `edit` returns only sent fields. Throws as
 * `parseEntries` does. Code that writes as a hook follows the fields, not the form. Fields of `except` are not read.
 */
export function parseWritableValues(
  { collection, account, isHook }: WritingContext,
  sent: RecordValues,
  permission: 'create' | 'edit',
  { current = {}, except = [] }: { current?: RecordValues; except?: readonly string[] } = {},
): RecordValues {
  const { resource } = collection;
  const { id, role } = account;
  const { fields } = resource;
  const entries = [...getWritableFields(resource, role, permission).values()]
    .filter(({ field }) => (permission === 'create' || Object.hasOwn(sent, field)) && !except.includes(field))
    .map((entry) => (isHook ? { field: entry.field } : entry));
  const values: RecordValues = {};
  if (permission === 'create') {
    for (const [name, field] of Object.entries(fields))
      if (!isSystemField(name, field))
        values[name] = (typeof field.default === 'function' ? sent[name] : field.default) ?? null;
    const own = getOwnField(resource, role);
    if (own) values[own] = id;
  }
  parseEntries(collection, entries, sent, values);
  if (role === SYSTEM_ROLE)
    for (const [name, value] of Object.entries(sent)) if (holdsReceivedFiles(fields[name], value)) values[name] = value;
  if (permission === 'edit') {
    const context = createMatchContext(collection, account);
    refuseUnmetAction(resource, role, Object.keys(values), current, context);
  }
  return values;
}
