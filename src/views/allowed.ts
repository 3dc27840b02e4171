import { isOffered } from '../authProvider/session.ts';
import type { ActionConfig } from '../config/actions.ts';
import { type AnyResource, mayDo } from '../config/resource.ts';
import type { AnyRecord } from '../wire/binding.ts';
import type { Role } from '../wire/call.ts';

/** Whether a role may do something with a resource (a right, or a named action), and this host offers the call for it. */
export function isAllowed(resource: AnyResource, role: Role, deed: string): boolean {
  const { api } = resource;
  const binding =
    api?.actions?.[deed]?.[role] ?? (deed === 'edit' || deed === 'delete' ? api?.[deed]?.[role] : undefined);
  return mayDo(resource, role, deed) && isOffered(binding?.call);
}

const isEmpty = (value: unknown) => value === undefined || value === null || value === '';

/** The field for whose value an action is not offered for a record as it is; undefined where it is offered. */
export function unmet(
  { whileEmpty, whileFilled, while: values = {} }: ActionConfig<string>,
  record: AnyRecord,
): string | undefined {
  const other = Object.entries(values).find(([name, allowed]) => !allowed?.includes(String(record[name] ?? '')));
  if (other) return other[0];
  if (whileEmpty && !isEmpty(record[whileEmpty])) return whileEmpty;
  return whileFilled && isEmpty(record[whileFilled]) ? whileFilled : undefined;
}

/** Whether an action is offered for a record as it is. */
export const fits = (action: ActionConfig<string>, record: AnyRecord): boolean => unmet(action, record) === undefined;
