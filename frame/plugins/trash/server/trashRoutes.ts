import {
  listQuerySchema,
  listRecords,
  parseBody,
  RECORD_PATH,
  RESTORED_ACTION,
  type ResourceSchemas,
  type Route,
  readRequestedRecord,
} from 'portal-frame/server/collections';
import type { Collection } from 'portal-frame/server/database';
import { z } from 'zod';
import { getTrashRoles } from '../trashConfig.ts';
import { deleteForGood, restoreDeleted, toTrashContext } from './deletedRecords.ts';

/** Creates the routes of a collection's trash, if it has one. */
export function createTrashRoutes({ resource }: Collection, schemas: ResourceSchemas | undefined): Route[] {
  const roles = getTrashRoles(resource);
  if (!roles || !schemas) return [];
  const { name } = resource;
  const { record } = schemas;
  const list = {
    operation: 'list',
    roles: roles.see,
    reply: z.array(record),
    handler: ({ context, ...asked }, reply) => listRecords({ ...asked, context: toTrashContext(context) }, reply),
  } satisfies Partial<Route>;
  return [
    {
      ...list,
      method: 'GET',
      path: '/bin',
      summary: `A page of the ${name} in the bin; changedAt and changedBy say when they were deleted and by whom`,
      querystring: listQuerySchema,
    },
    {
      ...list,
      method: 'POST',
      path: '/bin/find',
      summary: `A page of the ${name} in the bin, asked for in the body: what is searched for stands in no address`,
      body: listQuerySchema,
      queryInBody: true,
    },
    {
      method: 'GET',
      operation: 'read',
      path: `/bin${RECORD_PATH}`,
      roles: roles.see,
      summary: `One of ${name} in the bin`,
      reply: record,
      handler: ({ context, ...asked }) => readRequestedRecord({ ...asked, context: toTrashContext(context) }),
    },
    {
      method: 'POST',
      operation: 'change',
      action: RESTORED_ACTION,
      path: `/bin${RECORD_PATH}/restore`,
      roles: roles.restore,
      summary: `Takes one of ${name} out of the bin`,
      body: z.object({ version: z.int().optional() }),
      reply: record,
      handler: ({ context, id, body }) => restoreDeleted(context, id, parseBody(body, ['version'])),
    },
    {
      method: 'DELETE',
      operation: 'delete',
      action: 'forGood',
      path: `/bin${RECORD_PATH}`,
      roles: roles.forGood,
      summary: `Deletes one of ${name} in the bin for good and gives it as it was`,
      reply: record,
      handler: ({ context, id }) => deleteForGood(context, id),
    },
  ];
}
