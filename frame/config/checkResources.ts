import { COMMON_OPTIONS, type Field } from '../fields/kind.ts';
import { ON_DELETE } from '../fields/reference.ts';
import { LINKS_ON_DELETE } from '../fields/references.ts';
import { ROLES, type Role } from '../wire/call.ts';
import { checkAccounts } from './accounts.ts';
import { listActionNames } from './actions.ts';
import { checkActions } from './checkActions.ts';
import { checkCalendar } from './checkCalendar.ts';
import { checkCalls } from './checkCalls.ts';
import { checkChanges } from './checkChanges.ts';
import { checkComputed } from './checkComputed.ts';
import { checkNames } from './checkNames.ts';
import { checkCommonOptions, checkKindOptions, checkList, checkPaths, checkReferenceText } from './checkOptions.ts';
import { checkOwn } from './checkOwn.ts';
import { checkReports } from './checkReports.ts';
import { checkChildren } from './childRows.ts';
import { ConfigError, type ErrorReporter, readConfig } from './configError.ts';
import { getVisibleEntries } from './entries.ts';
import { checkLookups } from './lookups.ts';
import { checkRelated } from './relatedLists.ts';
import { type AnyResource, mayDo, PERMISSIONS } from './resource.ts';
import { mayRead } from './rights.ts';
import { checkRollups } from './rollups.ts';
import { checkRowRules } from './rowRules.ts';
import { resourceSchema } from './schema.ts';
import { checkSoftDelete } from './softDelete.ts';
import { isSystemField } from './systemFields.ts';
import { checkTable, isServerManaged } from './tableConfig.ts';

/** Names used by react-admin or by every record. */
const RESERVED_FIELDS = ['id', 'version', 'createdBy', 'changedAt', 'changedBy', 'q', 'labels', 'fileNames'];
const RESERVED_RESOURCES = [
  'dashboard',
  'settings',
  'profile',
  'signin',
  'logout',
  'health',
  'docs',
  'auth',
  'common',
  'collections',
];

function checkFields(resource: AnyResource, all: readonly AnyResource[], report: ErrorReporter): void {
  for (const [name, field] of Object.entries(resource.fields) as [string, Field & Record<string, unknown>][]) {
    const key = `fields.${name}`;
    if (isSystemField(name, field)) continue;
    if (!field?.kind?.name || typeof field.kind.schema !== 'function') {
      report(key, field, 'a field, such as text() or number({ min: 0 })');
      continue;
    }
    checkCommonOptions(key, field, report);
    if (!checkKindOptions(key, field, report)) continue;
    if (RESERVED_FIELDS.includes(name)) report(key, name, `a name other than ${RESERVED_FIELDS.join(', ')}`);
    for (const right of ['read', 'write'] as const) {
      const roles: unknown = field[right];
      if (roles === undefined) continue;
      if (!Array.isArray(roles) || !roles.every((role) => (ROLES as readonly unknown[]).includes(role)))
        report(`${key}.${right}`, roles, `a list of roles, of ${ROLES.join(', ')}`);
      if (!isServerManaged(resource))
        report(`${key}.${right}`, roles, 'nothing: what a call of its own gives to whom is said by the host');
    }
    if (field.kind.name === 'password' && !resource.api)
      report(key, 'password', 'another kind: a collection would keep and give it back as it was typed');
    const allowed = [...COMMON_OPTIONS, ...(field.kind.options ?? [])];
    for (const option of Object.keys(field)) {
      if (option !== 'kind' && !(allowed as string[]).includes(option))
        report(`${key}.${option}`, option, `an option of ${field.kind.name}`, allowed);
    }
    if (field.compute !== undefined && typeof field.compute !== 'function')
      report(`${key}.compute`, field.compute, 'a function of the values');
    if (field.compute && resource.api) report(`${key}.compute`, name, 'nothing: the host gives what it gives');
    if (field.compute && field.default !== undefined)
      report(`${key}.default`, field.default, 'nothing: the value is computed from others');
    if (
      field.default !== undefined &&
      typeof field.default !== 'function' &&
      !isEmptyList(field.default) &&
      !field.kind.schema(field).safeParse(field.default).success
    ) {
      report(`${key}.default`, field.default, `a value of the kind ${field.kind.name}`);
    }
    if (['reference', 'references'].includes(field.kind.name)) {
      const { onDelete } = field;
      const many = field.kind.name === 'references';
      const allowed: readonly string[] = many ? LINKS_ON_DELETE : ON_DELETE;
      if (onDelete !== undefined && !allowed.includes(String(onDelete)))
        report(`${key}.onDelete`, onDelete, `one of ${allowed.join(', ')}`, allowed);
      // A field without a column exists only in forms, so its call decides.
      const kept = resource.api && resource.table?.columns?.[name] !== null;
      if (many && kept) report(key, field.kind.name, 'another kind: only collections keep many references');
      if (onDelete === 'clear' && field.required)
        report(`${key}.onDelete`, 'clear', `${many ? 'refuse' : 'refuse or delete'}, as the field is required`);
      if (onDelete !== undefined && resource.api)
        report(`${key}.onDelete`, onDelete, 'nothing: what a call of its own deletes is said by the host');
      const target = all.find((one) => one.name === field.to);
      if (!target)
        report(
          `${key}.to`,
          field.to,
          'the name of a resource',
          all.map((one) => one.name),
        );
      else if (field.value && field.value !== 'id' && !(String(field.value) in target.fields)) {
        report(`${key}.value`, field.value, `a field of ${target.name}`, Object.keys(target.fields));
      }
      if (target) checkReferenceText(key, field, target, report);
    }
  }
}
const isEmptyList = (value: unknown) => Array.isArray(value) && value.length === 0;

function checkRoles(resource: AnyResource, report: ErrorReporter): void {
  const permissions: string[] = [...PERMISSIONS, ...listActionNames(resource)];
  for (const [role, access] of Object.entries(resource.roles)) {
    access.can.forEach((permission, index) => {
      if (!permissions.includes(permission))
        report(`roles.${role}.can.${index}`, permission, 'a right or a named action', permissions);
    });
    if (access.form && !access.can.includes('create'))
      report(`roles.${role}.form`, access.form, `the right "create" in roles.${role}.can`);
    if (access.can.includes('create') && !resource.create)
      report(`roles.${role}.can`, 'create', 'a create form in the config');
    if (access.can.includes('edit') && !resource.edit && !resource.create)
      report(`roles.${role}.can`, 'edit', 'an edit or create form in the config');
    if (access.can.includes('import') && !(resource.create && (!resource.api || resource.api.import?.[role as Role])))
      report(`roles.${role}.can`, 'import', `a create form and, with calls of its own, one in api.import.${role}`);
    if (access.can.includes('show') && !resource.show) report(`roles.${role}.can`, 'show', 'a show part in the config');
  }
}

/** Checks that everybody who may create records can fill in the required fields. */
function checkRequired(resource: AnyResource, all: readonly AnyResource[], report: ErrorReporter): void {
  const { fields, create, roles, api } = resource;
  if (api) return;
  for (const [name, field] of Object.entries(fields)) {
    if (!field.required || field.default !== undefined || field.compute || field.rollup || field.lookup) continue;
    if (field.readOnly) report(`fields.${name}`, 'required and readOnly', 'a default, as nobody can fill it in');
    for (const [role, { can, own }] of Object.entries(roles) as [Role, (typeof roles)[Role] & object][]) {
      if (!can.includes('create') || own === name || field.readOnly) continue;
      const asked = (create?.groups ?? []).flatMap((group) => getVisibleEntries(group.fields, role));
      if (!asked.some((entry) => entry.field === name))
        report(`fields.${name}.required`, true, `an input in the create form for ${role}, or a default`);
      else if (namesNone(field, role, all))
        report(
          `fields.${name}.required`,
          true,
          `a default, or "list" in ${(field as Leading).to}' roles.${role}.can: who may look at none of them can name none`,
        );
    }
  }
}

type Leading = Field & { to?: string };

/** True if the role can see no record of the referenced collection, and so has nothing to choose from. */
function namesNone({ to }: Leading, role: Role, all: readonly AnyResource[]): boolean {
  const target = all.find(({ name }) => name === to);
  if (!target || !isServerManaged(target) || target.table || target.accounts) return false;
  return !['list', 'show', 'edit', ...listActionNames(target)].some((one) => mayDo(target, role, one));
}

/** Checks that every role may read the field that sorts the list. */
function checkSort(resource: AnyResource, report: ErrorReporter): void {
  const { list, roles, api } = resource;
  const { field } = list.sort ?? {};
  if (api || !field) return;
  for (const role of Object.keys(roles) as Role[])
    if (!mayRead(resource, role, field)) report(`list.sort${'.field'}`, field, `a field that ${role} may read`);
}

/**
 * Checks all configs together. Throws one ConfigError with every error. `icons` and `paths` (path to owner) are the
 * values outside the configs.
 */
export function checkResources(
  resources: Record<string, unknown>,
  context: { icons?: readonly string[]; paths?: ReadonlyMap<string, string> } = {},
): AnyResource[] {
  const errors: string[] = [];
  const all = Object.values(resources).filter(
    (one): one is AnyResource => one !== null && typeof one === 'object' && 'name' in one,
  );
  // One mistake can make another check throw, so thrown errors count only if nothing was reported.
  let stumbled: unknown;
  const attempt = (work: () => void) => {
    try {
      work();
    } catch (cause) {
      stumbled ??= cause;
    }
  };
  const paths = new Map<string, { key: string; report: ErrorReporter }>();
  const owners = new Map(context.paths ?? []);
  for (const [file, resource] of Object.entries(resources)) {
    const read = readConfig<AnyResource>(file, resource, resourceSchema, 'defineResource', errors);
    if (!read) continue;
    const { config: sound, report } = read;
    const expectedFile = `${sound.name}.ts`;
    if (!file.endsWith(expectedFile))
      report('name', sound.name, 'the name of its file without .ts', [file.replace(/^.*\/|\.ts$/g, '')]);
    if (RESERVED_RESOURCES.includes(sound.name))
      report('name', sound.name, `a name other than ${RESERVED_RESOURCES.join(', ')}`);
    if (context.icons && !context.icons.includes(sound.icon))
      report('icon', sound.icon, 'an icon of frame/config/icons.ts', context.icons);
    attempt(() => checkFields(sound, all, report));
    const names = all.map((one) => one.name);
    for (const [index, name] of (sound.dependsOn ?? []).entries())
      if (!names.includes(name)) report(`dependsOn.${index}`, name, 'the name of a resource', names);
    attempt(() => checkComputed(sound, report));
    attempt(() => checkNames(sound, report));
    attempt(() => checkRoles(sound, report));
    attempt(() => checkRequired(sound, all, report));
    attempt(() => checkSort(sound, report));
    attempt(() => checkTable(sound, report));
    attempt(() => checkList(sound, report));
    attempt(() => checkOwn(sound, all, report));
    attempt(() => checkRowRules(sound, all, report));
    attempt(() => checkRelated(sound, all, report));
    attempt(() => checkChildren(sound, all, report));
    attempt(() => checkRollups(sound, all, report));
    attempt(() => checkLookups(sound, all, report));
    attempt(() => checkSoftDelete(sound, report));
    attempt(() => checkAccounts(sound, all, report));
    attempt(() => checkActions(sound, report));
    attempt(() => checkCalendar(sound, all, report));
    attempt(() => checkReports(sound, all, report));
    attempt(() => checkCalls(sound, report));
    attempt(() => checkChanges(sound, all, report));
    for (const [role, access] of Object.entries(sound.roles)) {
      for (const kind of ['list', 'form', 'reports'] as const) {
        const path = access[kind];
        if (!path) continue;
        if (owners.has(path))
          report(`roles.${role}.${kind}`, path, `a path that is free (it belongs to ${owners.get(path)})`);
        owners.set(path, file);
        paths.set(path, { key: `roles.${role}.${kind}`, report });
      }
    }
  }
  checkPaths(paths, context.paths ?? new Map());
  if (errors.length > 0) throw new ConfigError(errors);
  if (stumbled) throw stumbled;
  return all;
}
