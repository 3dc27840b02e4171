import type { NamedAction } from '../../../config/actions.ts';
import { listRules } from '../../../config/recordRules.ts';
import type { OperationContext } from '../read/operationContext.ts';
import { isUpload } from '../tables/uploadTable.ts';
import { findKeyCopies, findReferrers } from './checkReferences.ts';
import { getChildCollections } from './childRecords.ts';
import { isAccountTable } from './recordAccount.ts';

// Records are written together if each step of their lifecycle may run for all of them before the next one begins. Others
// are written one after the other, each with all steps.

const getHookOperation = (action: NamedAction | undefined) => (action?.to ? 'transition' : 'change');

/** True if new records need no account, child row or hook after the write: few statements can write many records. */
export const canInsertInBulk = ({ services, collection }: OperationContext): boolean =>
  !services.hooks[collection.resource.name]?.after?.create &&
  !collection.resource.accounts &&
  !isAccountTable(collection) &&
  !getChildCollections({ services, collection }).some(({ ownField }) => ownField.required);

/** True if an action needs no hook per record either, and few statements can write its records. */
export const canRunInBulk = (context: OperationContext, action: NamedAction): boolean =>
  !context.services.hooks[context.collection.resource.name]?.before?.[getHookOperation(action)] &&
  canUpdateInBulk(context, [...action.roleInputs.map(({ field }) => field), ...Object.keys(action.values)], action);

/** True if these fields need no `after` hook, account, file or check per record, so that few statements can write many. */
export function canUpdateInBulk(
  { services, collection }: OperationContext,
  fields: readonly string[],
  action?: NamedAction,
): boolean {
  const { resource } = collection;
  const others = Object.entries(resource.fields).flatMap(([name, { compute, when }]) =>
    compute || when ? [name] : [],
  );
  const names = new Set([...fields, ...others]);
  const ruled = listRules(resource).flatMap(({ by, period }) => [...by, ...(period ? [period.from, period.to] : [])]);
  const referrers = [...findReferrers(resource.name, services.collections)];
  return (
    !services.hooks[resource.name]?.after?.[getHookOperation(action)] &&
    !resource.accounts &&
    !isAccountTable(collection) &&
    !collection.columns.some((column) => isUpload(column) && names.has(column.name)) &&
    !ruled.some((name) => names.has(name)) &&
    ![...referrers, ...findKeyCopies(resource.name, services.collections)].some(({ by }) => names.has(by))
  );
}
