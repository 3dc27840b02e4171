import { z } from 'zod';
import { actionOf, hasAddress, namedActions } from '../../../config/actions.ts';
import { type AnyResource, mayDo } from '../../../config/resource.ts';
import { ROLES } from '../../../wire/call.ts';
import { runAction, runActionOnMany } from '../operations/runAction.ts';
import { upToDate } from '../schema/renamedChoices.ts';
import { describeAction } from './describeOpenApi.ts';
import { bodyOf, ONE, type Route } from './recordRoute.ts';

/** The routes of a collection's actions and transitions: of one record, and of many where the config says `bulk`. */
export function actionRoutes(resource: AnyResource, record: z.ZodObject): Route[] {
  return namedActions(resource).flatMap((action): Route[] => {
    const roles = ROLES.filter((role) => mayDo(resource, role, action));
    const found = hasAddress(resource, action) && roles[0] ? actionOf(resource, action, roles[0]) : undefined;
    if (!found) return [];
    const { one, many, leads } = describeAction(resource, found);
    const common = { method: 'POST', operation: 'change', action, roles } as const;
    const single: Route = {
      ...common,
      path: `${ONE}/${action}`,
      summary: `Does “${action}” with one of ${resource.name}${leads}`,
      body: one,
      reply: record,
      answer: ({ scene, id, body }) => runAction(scene, action, id, upToDate(scene.collection, bodyOf(body ?? {}))),
    };
    const several: Route = {
      ...common,
      path: `/many/${action}`,
      summary: `Does “${action}” with many of ${resource.name}: all of them, or none${leads}`,
      body: many,
      reply: z.array(record),
      answer: ({ scene, body }) => runActionOnMany(scene, action, bodyOf(body)),
    };
    return found.bulk ? [single, several] : [single];
  });
}
