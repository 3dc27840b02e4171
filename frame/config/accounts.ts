import type { Field } from '../fields/kind.ts';
import { ROLES, type Role } from '../wire/roles.ts';
import type { ErrorReporter } from './configError.ts';
import { type AnyResource, mayDo } from './resource.ts';

/** Whose accounts the records of a collection are, and which of its fields an account has too. */
export interface AccountsConfig<N extends string = string> {
  /** Their role. */
  role: Role;
  /** What they sign in with; `email` where left out. */
  email?: N;
  /** What they are called; `fullName` where left out. */
  name?: N;
  /** Whether they may sign in; always where left out. */
  active?: N;
}

/** The same with what is left out filled in; undefined where the records are no accounts. */
export function getAccountsConfig({ accounts }: AnyResource) {
  if (!accounts) return undefined;
  return {
    email: 'email',
    name: 'fullName',
    ...(typeof accounts === 'string' ? { role: accounts } : accounts),
  } as Required<Omit<AccountsConfig, 'active'>> & Pick<AccountsConfig, 'active'>;
}

/** The resource whose records are the accounts of a role. */
export const findAccountResource = (resources: readonly AnyResource[], role: Role): AnyResource | undefined =>
  resources.find((one) => getAccountsConfig(one)?.role === role);

/** The same where its people may see their own record: what they are told of themselves is in there. */
export function findOwnRecordResource(resources: readonly AnyResource[], role: Role): AnyResource | undefined {
  const found = findAccountResource(resources, role);
  return found && mayDo(found, role, 'show') ? found : undefined;
}

/** Whose accounts they are, the fields that accounts need, and that nothing but itself deletes a record. */
export function checkAccounts(resource: AnyResource, all: readonly AnyResource[], report: ErrorReporter): void {
  const config = getAccountsConfig(resource);
  if (!config) return;
  const { fields, api, table, softDelete } = resource;
  const { role, email, name, active } = config;
  if (api || table) report('accounts', role, 'nothing: only our own collections are accounts');
  if (softDelete) report('softDelete', softDelete, 'nothing: who is deleted cannot sign in any more');
  if (!ROLES.includes(role)) report('accounts', role, `a role of src/roles.ts`, ROLES);
  const other = all.find((one) => one !== resource && getAccountsConfig(one)?.role === role);
  if (other && all.indexOf(other) < all.indexOf(resource))
    report('accounts', role, `a role whose accounts stand nowhere else (those of ${other.name})`);
  const need = (key: string, field: string, isGood: (one: Field) => boolean, expected: string) => {
    const found = Object.hasOwn(fields, field) ? fields[field] : undefined;
    if (!found || !isGood(found)) report(`accounts.${key}`, field, expected, Object.keys(fields));
  };
  const kindOf = ({ kind }: Field) => kind.name;
  need('email', email, (one) => kindOf(one) === 'email' && Boolean(one.required), 'a required field of the kind email');
  need('name', name, (one) => kindOf(one) === 'text' && Boolean(one.required), 'a required field of the kind text');
  if (active) need('active', active, (one) => kindOf(one) === 'toggle', 'a field of the kind toggle');
  for (const [field, { onDelete }] of Object.entries(fields as Record<string, Field & { onDelete?: unknown }>))
    if (onDelete === 'delete')
      report(`fields.${field}.onDelete`, onDelete, 'one of refuse, clear: accounts are deleted by themselves');
}
