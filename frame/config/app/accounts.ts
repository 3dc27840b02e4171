import { isOfKind, isReferring } from '../../fields/fieldTypes.ts';
import type { Field } from '../../fields/kind.ts';
import type { Role, Roles } from '../../wire/roles.ts';
import type { ErrorReporter } from '../configError.ts';
import { mayDo } from '../rights.ts';
import type { accounts } from '../schemas/accessSchema.ts';
import type { Keys } from '../schemas/keyTypes.ts';
import type { AnyResource } from '../types/anyResource.ts';

/** Maps the records of a collection to accounts of one role. */
export interface AccountsConfig<N extends string = string> extends Keys<typeof accounts, { field: N }> {}

/** Returns the accounts config with defaults, or undefined if the records are not accounts. */
export function getAccountsConfig({ accounts }: AnyResource) {
  if (!accounts) return undefined;
  return {
    email: 'email',
    name: 'fullName',
    ...(typeof accounts === 'string' ? { role: accounts } : accounts),
  } as Required<Omit<AccountsConfig, 'active'>> & Pick<AccountsConfig, 'active'>;
}

/** Finds the resource whose records are the accounts of `role`. */
export const findAccountResource = (resources: readonly AnyResource[], role: Role): AnyResource | undefined =>
  resources.find((one) => getAccountsConfig(one)?.role === role);

/** Finds the resource whose records are the accounts of `role`, if these people may see their own record. */
export function findOwnRecordResource(resources: readonly AnyResource[], role: Role): AnyResource | undefined {
  const found = findAccountResource(resources, role);
  return found && mayDo(found, role, 'show') ? found : undefined;
}

/** Checks role, required fields and delete rules of an account collection. */
export function checkAccounts(
  resource: AnyResource,
  report: ErrorReporter,
  all: readonly AnyResource[],
  roles: Roles,
): void {
  const config = getAccountsConfig(resource);
  if (!config) return;
  const { fields, api, table } = resource;
  const { role, email, name, active } = config;
  if (api || table) report('accounts', role, 'nothing: only our own collections are accounts');
  if (role === roles.public) report('accounts', role, 'a role of people or programs: the public has no accounts');
  if (!roles.names.includes(role)) report('accounts', role, `a role of src/roles.ts`, roles.names);
  const other = all.find((one) => one !== resource && getAccountsConfig(one)?.role === role);
  if (other && all.indexOf(other) < all.indexOf(resource))
    report('accounts', role, `a role whose accounts stand nowhere else (those of ${other.name})`);
  const need = (key: string, field: string, isGood: (one: Field) => boolean, expected: string) => {
    const found = Object.hasOwn(fields, field) ? fields[field] : undefined;
    if (!found || !isGood(found)) report(`accounts.${key}`, field, expected, Object.keys(fields));
  };
  need('email', email, (one) => isOfKind(one, 'email') && Boolean(one.required), 'a required field of the kind email');
  need('name', name, (one) => isOfKind(one, 'text') && Boolean(one.required), 'a required field of the kind text');
  if (active) need('active', active, (one) => isOfKind(one, 'toggle'), 'a field of the kind toggle');
  for (const [name, field] of Object.entries(fields))
    if (isReferring(field) && field.onDelete === 'delete')
      report(`fields.${name}.onDelete`, 'delete', 'one of refuse, clear: accounts are deleted by themselves');
}
