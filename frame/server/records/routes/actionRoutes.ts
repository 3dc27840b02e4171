import { z } from 'zod';
import { getAction, hasEndpoint, listActionNames } from '../../../config/actions.ts';
import { type AnyResource, mayDo } from '../../../config/resource.ts';
import { listRoles } from '../../../config/rights.ts';
import { runAction, runActionOnMany } from '../operations/runAction.ts';
import { toCurrentNames } from '../schema/formerNames.ts';
import { parseBody, RECORD_PATH, type Route } from './recordRoute.ts';
import { describeAction } from './recordSchemas.ts';

/** Creates the routes of actions and transitions: for one record, and with `bulk` for many. */
export function createActionRoutes(resource: AnyResource, record: z.ZodObject): Route[] {
  return listActionNames(resource).flatMap((action): Route[] => {
    const roles = listRoles(resource).filter((role) => mayDo(resource, role, action));
    const found = hasEndpoint(resource, action) && roles.length > 0 ? getAction(resource, action) : undefined;
    if (!found) return [];
    const { one, many, leads } = describeAction(resource, action, roles);
    const common = { method: 'POST', operation: 'change', action, roles } as const;
    const single: Route = {
      ...common,
      path: `${RECORD_PATH}/${action}`,
      summary: `Does “${action}” with one of ${resource.name}${leads}`,
      body: one,
      reply: record,
      handler: ({ context, id, body }) =>
        runAction(context, action, id, toCurrentNames(context.collection, parseBody(body ?? {}))),
    };
    const several: Route = {
      ...common,
      path: `/many/${action}`,
      summary: `Does “${action}” with many of ${resource.name}: all of them, or none${leads}`,
      body: many,
      reply: z.array(record),
      handler: ({ context, body }) => runActionOnMany(context, action, parseBody(body, ['ids', 'values', 'versions'])),
    };
    return found.bulk ? [single, several] : [single];
  });
}
