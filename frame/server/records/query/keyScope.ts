import type { AnyResource } from '../../../config/resource.ts';
import type { Account } from '../../http/callHandler.ts';
import { isResourceInScope } from '../../http/programs/callerScope.ts';
import type { Column } from '../schema/collection.ts';

type Caller = Pick<Account, 'key'>;

/** False for a program whose scope leaves the resource out. Paths, labels and child rows then end there. */
export const isInKeyScope = ({ key }: Caller, { name }: Pick<AnyResource, 'name'>): boolean =>
  !key || isResourceInScope(key.scope, name, false);

/** False for a value looked up in a resource that the key's scope leaves out. */
export const isSourceInKeyScope = (
  { lookupResources = [] }: Pick<Column, 'lookupResources'>,
  caller: Caller,
): boolean => lookupResources.every((name) => isInKeyScope(caller, { name }));

/** Removes the scope of a key. Hooks are code of the app, which sees what the account sees. */
export const withoutKeyScope = (account: Account): Account =>
  account.key ? { ...account, key: { ...account.key, scope: { ...account.key.scope, resources: [] } } } : account;
