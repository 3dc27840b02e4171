import type { Field } from '../../fields/kind.ts';
import type { Role } from '../../wire/call.ts';
import { getAccountsConfig } from '../app/accounts.ts';
import type { ErrorReporter } from '../configError.ts';
import { isUserInput } from '../related/lookups.ts';
import type { AnyResource } from '../resource.ts';
import { canHoldAccountId } from '../rowRules.ts';
import { isSystemField } from '../systemFields.ts';
import { isServerManaged } from '../tableConfig.ts';

type Options = Field & Record<string, unknown>;

/** Table of the accounts made by migrations. */
const ACCOUNTS = 'accounts';

/** True if the records of a resource are, or may be, accounts of the role. */
function holdsAccountsOf(resource: AnyResource, role: string): boolean {
  const { table } = resource;
  const accountsRole = table?.name === ACCOUNTS ? (table.where?.role ?? role) : getAccountsConfig(resource)?.role;
  return accountsRole === role;
}

/** Checks that the field named by `own` can hold an account id of the role. */
export function checkOwn(resource: AnyResource, report: ErrorReporter, all: readonly AnyResource[]): void {
  for (const [role, { own }] of Object.entries(resource.roles) as [Role, { own?: string }][]) {
    const key = `roles.${role}.own`;
    const field = own && Object.hasOwn(resource.fields, own) ? (resource.fields[own] as Options) : undefined;
    if (own && !isServerManaged(resource)) report(key, own, 'nothing: the host decides which records a role sees');
    if (!own || !field?.kind?.schema || !isServerManaged(resource) || field.lookup !== undefined) continue;
    const wrong = describeExpected(resource, own, field, role, all);
    if (!wrong) continue;
    const names = Object.entries(resource.fields).filter(
      ([name, one]) =>
        name !== own && one?.kind?.name === 'reference' && !describeExpected(resource, name, one as Options, role, all),
    );
    report(
      key,
      own,
      wrong,
      names.map(([name]) => name),
    );
  }
}

/** Returns the expected field, or undefined if this one fits. */
function describeExpected(
  { table, fields }: AnyResource,
  name: string,
  field: Options,
  role: string,
  all: readonly AnyResource[],
) {
  const target = all.find((one) => one.name === field.to);
  const people = all.filter((one) => holdsAccountsOf(one, role)).map((one) => one.name);
  const expected = people.length > 0 ? `a reference to ${people.join(' or ')}, or a text` : 'a text';
  if (!isUserInput(field) || isSystemField(name, fields[name]))
    return `${expected}, that the config declares and nothing computes`;
  if (field.kind.name !== 'reference')
    return canHoldAccountId(field) ? undefined : `${expected}: ${field.kind.name} holds no account`;
  // The reference itself reports a missing target.
  if (!target) return undefined;
  if (!holdsAccountsOf(target, role)) return `${expected}: ${target.name} are not the accounts of ${role}`;
  if (field.value && field.value !== 'id' && !table?.idColumns?.[name])
    return `a reference that keeps the id of ${target.name}, and not their ${field.value}`;
  return undefined;
}
