import { type AnyResource, getTargetName, isOfKind, mayDo, type Role } from 'portal-frame';
import { checkNobody, type ErrorReporter, getAccountsConfig } from 'portal-frame/keys';
import { type EntryConfig, getVisibleEntries } from 'portal-frame/plugin';
import { type Roles, SYSTEM_ROLE } from 'portal-frame/roles';
import { PUBLIC_PATH } from './publicPaths.ts';

/** Kinds of fields that a form without scripts can ask for. */
const PUBLIC_INPUTS = [
  ...['text', 'longText', 'email', 'phone', 'address', 'number', 'money', 'date', 'toggle', 'choice', 'reference'],
] as const;

const FORM_KEY = 'create.groups';

type All = readonly AnyResource[];

function checkInputs(
  { fields }: AnyResource,
  entries: readonly EntryConfig<string>[],
  key: string,
  report: ErrorReporter,
  all: All,
  role: Role | undefined,
): void {
  const more = key === FORM_KEY ? `; or keep it out of the form of ${role} by write at the field` : '';
  for (const { field: name } of entries) {
    const field = fields[name];
    if (!field?.kind || field.readOnly) continue;
    if (!isOfKind(field, ...PUBLIC_INPUTS))
      report(key, name, `a field of one of the kinds ${PUBLIC_INPUTS.join(', ')}${more}`);
    const target = all.find((one) => one.name === getTargetName(field));
    if (target && (!role || !mayDo(target, role, 'list')))
      report(
        key,
        name,
        `a reference whose records the public may list: roles.${role ?? 'public'} of ${target.name}${more}`,
      );
  }
}

/** Checks the rights of the public: lists and forms of collections, at paths of their own. */
function checkPublicRole(resource: AnyResource, report: ErrorReporter, all: All, role: Role | undefined): void {
  const access = role && resource.roles[role];
  if (!role || !access) return;
  const key = `roles.${role}`;
  const { can, list, form, where } = access;
  if (resource.api) report(key, can, 'nothing: only collections have public pages');
  for (const right of can)
    if (right !== 'list' && right !== 'create') report(`${key}.can`, right, 'list or create', ['list', 'create']);
  for (const [name, path] of Object.entries({ list, form }))
    if (path !== undefined && !path.startsWith(`${PUBLIC_PATH}/`))
      report(`${key}.${name}`, path, `a path below ${PUBLIC_PATH}, such as ${PUBLIC_PATH}/${resource.name}`);
  if (form && !can.includes('create')) report(`${key}.form`, form, 'the right create, or no form');
  if (list && !can.includes('list')) report(`${key}.list`, list, 'the right list, or no list');
  if (can.includes('create') && getAccountsConfig(resource))
    report(`${key}.can`, 'create', 'list: nobody gets an account without an invitation');
  checkNobody(resource, where, `${key}.where`, report, all);
  if (!form) return;
  const entries = (resource.create?.groups ?? []).flatMap(({ fields }) => getVisibleEntries(fields, role));
  checkInputs(resource, entries as EntryConfig<string>[], FORM_KEY, report, all, role);
}

function checkLinks(resource: AnyResource, report: ErrorReporter, all: All, role: Role | undefined): void {
  const { links = {}, fields, states, api } = resource;
  const transitions = states?.transitions ?? {};
  for (const [name, link] of Object.entries(links)) {
    const key = `links.${name}`;
    if (api) report(key, name, 'nothing: only collections have links');
    if (!/^[a-z]\w{0,30}$/i.test(name)) report(key, name, 'a name of letters and digits');
    for (const [index, field] of link.fields.entries())
      if (!(field in fields))
        report(`${key}.fields.${index}`, field, `one of the fields of ${resource.name}`, Object.keys(fields));
    for (const [index, one] of (link.transitions ?? []).entries()) {
      const at = `${key}.transitions.${index}`;
      if (!(one in transitions))
        report(at, one, `one of the transitions of ${resource.name}`, Object.keys(transitions));
      const inputs = getVisibleEntries<EntryConfig<string>>(transitions[one]?.inputs ?? [], SYSTEM_ROLE);
      checkInputs(resource, inputs, at, report, all, role);
    }
    checkNobody(resource, link.where, `${key}.where`, report, all);
  }
}

/** Checks the rights of the public and the links of a resource. */
export function checkPublic(resource: AnyResource, report: ErrorReporter, all: All, roles: Roles): void {
  checkPublicRole(resource, report, all, roles.public);
  checkLinks(resource, report, all, roles.public);
}
