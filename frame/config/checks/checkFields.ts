import { getTargetName, isReferring } from '../../fields/fieldTypes.ts';
import { COMMON_OPTIONS, type Field } from '../../fields/kind.ts';
import { ON_DELETE } from '../../fields/reference.ts';
import { LINKS_ON_DELETE } from '../../fields/references.ts';
import { checkWhere } from '../../where/checkWhere.ts';
import type { Where } from '../../where/where.ts';
import type { Role, Roles } from '../../wire/roles.ts';
import { listActionNames } from '../actions.ts';
import { getVisibleEntries } from '../app/entries.ts';
import type { ErrorReporter } from '../configError.ts';
import { isUserInput } from '../related/lookups.ts';
import { type AnyResource, mayDo } from '../resource.ts';
import { mayRead } from '../rights.ts';
import { createPathResolver, getOwnField } from '../rowRules.ts';
import { isSystemField } from '../systemFields.ts';
import { isServerManaged } from '../tableConfig.ts';
import { checkCommonOptions, checkKindOptions, checkReferenceText } from './checkOptions.ts';

/** Names used by react-admin or by every record. */
const RESERVED = ['id', 'version', 'createdBy', 'changedAt', 'changedBy', 'q', 'where', 'labels', 'fileNames'];

type Options = Field & Record<string, unknown>;

interface CheckedField {
  resource: AnyResource;
  name: string;
  field: Options;
  /** Config key for errors. */
  key: string;
}

export function checkFields(
  resource: AnyResource,
  report: ErrorReporter,
  all: readonly AnyResource[],
  { names }: Roles,
): void {
  for (const [name, field] of Object.entries(resource.fields) as [string, Options][]) {
    const key = `fields.${name}`;
    if (isSystemField(name, field)) continue;
    if (!field?.kind?.name || typeof field.kind.schema !== 'function') {
      report(key, field, 'a field, such as text() or number({ min: 0 })');
      continue;
    }
    checkCommonOptions(key, field, report);
    if (!checkKindOptions(key, field, report)) continue;
    if (RESERVED.includes(name)) report(key, name, `a name other than ${RESERVED.join(', ')}`);
    if (field.kind.hidden === 'always' && !resource.api)
      report(key, 'password', 'another kind: a collection would keep and give it back as it was typed');
    const allowed: string[] = [...Object.keys(COMMON_OPTIONS), ...(field.kind.options ?? [])];
    for (const option of Object.keys(field))
      if (!['kind', 'compute'].includes(option) && !allowed.includes(option))
        report(`${key}.${option}`, option, `an option of ${field.kind.name}`, allowed);
    const checked = { resource, name, field, key };
    checkRights(checked, report, names);
    checkValue(checked, report);
    if (isReferring(field)) checkReference(checked, report, all);
  }
}

function checkRights({ resource, field, key }: CheckedField, report: ErrorReporter, names: readonly Role[]): void {
  for (const right of ['read', 'write'] as const) {
    const roles: unknown = field[right];
    if (roles === undefined) continue;
    if (!Array.isArray(roles) || !roles.every((role) => names.includes(role)))
      report(`${key}.${right}`, roles, `a list of roles, of ${names.join(', ')}`);
    if (!isServerManaged(resource))
      report(`${key}.${right}`, roles, 'nothing: the host decides who may read and write it');
  }
}

function checkValue({ resource, name, field, key }: CheckedField, report: ErrorReporter): void {
  const { compute, default: initial, kind } = field;
  if (compute !== resource.compute?.[name])
    report(`${key}.compute`, compute, `\`compute: { ${name}: ... }\` of the resource`);
  if (initial === undefined) return;
  if (compute) report(`${key}.default`, initial, 'nothing: the value is computed from others');
  const isEmptyList = Array.isArray(initial) && initial.length === 0;
  if (typeof initial !== 'function' && !isEmptyList && !kind.schema(field).safeParse(initial).success)
    report(`${key}.default`, initial, `a value of the kind ${kind.name}`);
}

function checkReference(
  { resource, name, field, key }: CheckedField,
  report: ErrorReporter,
  all: readonly AnyResource[],
): void {
  const { onDelete, kind, required, to, value } = field;
  const many = kind.storage === 'links';
  const allowed: readonly string[] = many ? LINKS_ON_DELETE : ON_DELETE;
  if (onDelete !== undefined && !allowed.includes(String(onDelete)))
    report(`${key}.onDelete`, onDelete, `one of ${allowed.join(', ')}`, allowed);
  // A field without a column exists only in forms, so its call decides.
  if (many && resource.api && resource.table?.columns?.[name] !== null)
    report(key, kind.name, 'another kind: only collections keep many references');
  if (onDelete === 'clear' && required)
    report(`${key}.onDelete`, 'clear', `${many ? 'refuse' : 'refuse or delete'}, as the field is required`);
  if (onDelete !== undefined && resource.api)
    report(`${key}.onDelete`, onDelete, 'nothing: the host decides what is deleted');
  const names = all.map((one) => one.name);
  const target = all.find((one) => one.name === to);
  if (!target) {
    report(`${key}.to`, to, 'the name of a resource', names);
    return;
  }
  if (value && value !== 'id' && !(String(value) in target.fields))
    report(`${key}.value`, value, `a field of ${target.name}`, Object.keys(target.fields));
  if (field.where) checkWhere(field.where as Where, `${key}.where`, createPathResolver(target, all), report);
  checkReferenceText(key, field, target, report);
}

/** Checks that everybody who may create records can fill in the required fields. */
export function checkRequired(resource: AnyResource, report: ErrorReporter, all: readonly AnyResource[]): void {
  const { fields, create, roles, api } = resource;
  if (api) return;
  for (const [name, field] of Object.entries(fields)) {
    if (!field.required || field.default !== undefined || !isUserInput(field)) continue;
    if (field.readOnly) {
      report(`fields.${name}`, 'required and readOnly', 'a default, as nobody can fill it in');
      continue;
    }
    for (const [role, { can }] of Object.entries(roles) as [Role, NonNullable<(typeof roles)[Role]>][]) {
      if (!can.includes('create') || getOwnField(resource, role) === name) continue;
      if (field.when && !mayRead(resource, role, name)) continue;
      const inputs = (create?.groups ?? []).flatMap((group) => getVisibleEntries(group.fields, role));
      const to = getTargetName(field);
      if (!inputs.some((entry) => entry.field === name))
        report(`fields.${name}.required`, true, `an input in the create form for ${role}, or a default`);
      else if (hasNoOptions(to, role, all))
        report(
          `fields.${name}.required`,
          true,
          `a default, or "list" in ${to}' roles.${role}.can: who may look at none of them can name none`,
        );
    }
  }
}

/** True if the role can see no record of the collection `name`, and so has nothing to choose from. */
function hasNoOptions(name: string | undefined, role: Role, all: readonly AnyResource[]): boolean {
  const target = all.find((one) => one.name === name);
  if (!target || !isServerManaged(target) || target.table || target.accounts) return false;
  return !['list', 'show', 'edit', ...listActionNames(target)].some((one) => mayDo(target, role, one));
}
