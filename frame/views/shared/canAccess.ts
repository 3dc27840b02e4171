import { type ActionConfig, findUnmetField, listAvailableTransitions } from '../../config/actions.ts';
import { findAbsentFields } from '../../config/conditionalFields.ts';
import { type AnyResource, mayDo } from '../../config/resource.ts';
import { getMatchContext } from '../../parts/matchContext.ts';
import { isOffered } from '../../session/session.ts';
import type { AnyRecord } from '../../wire/binding.ts';
import type { Role } from '../../wire/call.ts';

/** True if the role may do this (a right or a named action) and the host offers the call. */
export function isAllowed(resource: AnyResource, role: Role, action: string): boolean {
  const { api } = resource;
  const binding =
    api?.actions?.[action]?.[role] ?? (action === 'edit' || action === 'delete' ? api?.[action]?.[role] : undefined);
  return mayDo(resource, role, action) && isOffered(binding?.call);
}

/** True if the record allows the action. Further inputs or values of the action may make the field's `when` true. */
export const meetsConditions = (resource: AnyResource, action: ActionConfig, record: AnyRecord): boolean =>
  Boolean(action.inputs || action.values || !findAbsentFields(resource.fields, record).has(action.field)) &&
  findUnmetField(resource, action, record, getMatchContext()) === undefined;

/** Returns the show view's primary action or transition that this record allows. */
export const findMainAction = (resource: AnyResource, role: Role, record: AnyRecord): string | undefined =>
  resource.show?.primaryActions?.find((name) => {
    if (resource.states?.transitions[name])
      return listAvailableTransitions(resource, role, record, getMatchContext()).some((one) => one.name === name);
    const action = resource.actions?.[name];
    return action && isAllowed(resource, role, name) && meetsConditions(resource, action, record);
  });
