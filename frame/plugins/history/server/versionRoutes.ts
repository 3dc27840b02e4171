import {
  getAllowedRoles,
  parseBody,
  RECORD_PATH,
  type ResourceSchemas,
  type Route,
} from 'portal-frame/server/collections';
import type { Collection } from 'portal-frame/server/database';
import { z } from 'zod';
import { readHistory, restoreVersion } from './recordVersions.ts';

const version = z.object({
  id: z.string(),
  version: z.int(),
  at: z.iso.datetime(),
  by: z.string().nullable(),
  action: z.string().describe('create, change, restore, or the name of an action or transition.'),
  changes: z.array(z.object({ field: z.string(), before: z.unknown(), after: z.unknown() })),
});

/** Creates the routes of a collection's history, if it has one. */
export function createHistoryRoutes({ resource }: Collection, schemas: ResourceSchemas | undefined): Route[] {
  if (!schemas || !resource.history) return [];
  return [
    {
      method: 'GET',
      operation: 'read',
      path: `${RECORD_PATH}/history`,
      roles: getAllowedRoles(resource, ['list', 'show', 'edit'], { orAction: true }),
      summary: `The versions of one of ${resource.name}, newest first`,
      reply: z.array(version),
      handler: ({ context, id }) => readHistory(context, id),
    },
    {
      method: 'POST',
      operation: 'change',
      action: 'restore',
      path: `${RECORD_PATH}/restore`,
      roles: getAllowedRoles(resource, ['edit']),
      summary: `Gives one of ${resource.name} the values of an earlier version`,
      body: z.object({ to: z.int(), version: z.int().optional() }),
      reply: schemas.record,
      handler: ({ context, id, body }) => restoreVersion(context, id, parseBody(body, ['to', 'version'])),
    },
  ];
}
