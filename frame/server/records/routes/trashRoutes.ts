import { z } from 'zod';
import { binRoles } from '../../../config/softDelete.ts';
import { deleteForGood, inBin, restoreDeleted } from '../operations/trash.ts';
import type { Collection } from '../schema/collection.ts';
import { RESTORED } from '../write/recordHistory.ts';
import { listQuery } from './describeOpenApi.ts';
import { answerList, answerOne, bodyOf, ONE, type Route } from './recordRoute.ts';

/** The routes of a collection's bin, where its config says that it has one. */
export function binRoutes({ resource }: Collection, record: z.ZodObject): Route[] {
  const roles = binRoles(resource);
  if (!roles) return [];
  const { name } = resource;
  return [
    {
      method: 'GET',
      operation: 'list',
      path: '/bin',
      roles: roles.see,
      summary: `A page of the ${name} in the bin; changedAt and changedBy say when they were deleted and by whom`,
      querystring: listQuery,
      reply: z.array(record),
      answer: ({ scene, ...asked }, reply) => answerList({ ...asked, scene: inBin(scene) }, reply),
    },
    {
      method: 'GET',
      operation: 'read',
      path: `/bin${ONE}`,
      roles: roles.see,
      summary: `One of ${name} in the bin`,
      reply: record,
      answer: ({ scene, ...asked }) => answerOne({ ...asked, scene: inBin(scene) }),
    },
    {
      method: 'POST',
      operation: 'change',
      action: RESTORED,
      path: `/bin${ONE}/restore`,
      roles: roles.restore,
      summary: `Takes one of ${name} out of the bin`,
      body: z.object({ version: z.int().optional() }),
      reply: record,
      answer: ({ scene, id, body }) => restoreDeleted(scene, id, bodyOf(body)),
    },
    {
      method: 'DELETE',
      operation: 'delete',
      action: 'forGood',
      path: `/bin${ONE}`,
      roles: roles.forGood,
      summary: `Deletes one of ${name} in the bin for good and gives it as it was`,
      reply: record,
      answer: ({ scene, id }) => deleteForGood(scene, id),
    },
  ];
}
