import { type ActionConfig, findUnmetField } from '../../config/actions.ts';
import { type AnyResource, mayDo } from '../../config/resource.ts';
import { isOffered } from '../../session/session.ts';
import type { AnyRecord } from '../../wire/binding.ts';
import type { Role } from '../../wire/call.ts';

/** Whether a role may do something with a resource (a right, or a named action), and this host offers the call for it. */
export function isAllowed(resource: AnyResource, role: Role, action: string): boolean {
  const { api } = resource;
  const binding =
    api?.actions?.[action]?.[role] ?? (action === 'edit' || action === 'delete' ? api?.[action]?.[role] : undefined);
  return mayDo(resource, role, action) && isOffered(binding?.call);
}

/** Whether an action is offered for a record as it is. */
export const meetsConditions = (action: ActionConfig<string>, record: AnyRecord): boolean =>
  findUnmetField(action, record) === undefined;

/** The action of a popup that is filled, if the config names one that this record allows. */
export const findMainAction = (resource: AnyResource, role: Role, record: AnyRecord): string | undefined =>
  resource.show?.primaryActions?.find((name) => {
    const action = resource.actions?.[name];
    return action && isAllowed(resource, role, name) && meetsConditions(action, record);
  });
