import { z } from 'zod';
import { call, failureTexts, getFor, ROLES, type Role } from '../call.ts';
import { roleSchema } from '../roleSchema.ts';
import { MANAGERS } from '../roles.ts';
import { requiredMessage, text } from '../validationRules.ts';
import { asList, asObject, asText, parseJson, readTexts } from '../wireValues.ts';

/** Filters and order of a list, saved under a name for some roles. Beyond spec 7. */
const wireQuery = z.object({
  _id: z.string(),
  resource: z.string(),
  name: z.string(),
  roles: z.array(roleSchema()),
  /** JSON: {"filter":{...},"sort":{"field","order"}}. */
  value: z.string(),
  /** Name of the author. */
  by: z.string(),
});

export interface QueryValue {
  filter: Record<string, unknown>;
  sort?: { field: string; order: 'ASC' | 'DESC' };
}

export interface SharedQuery {
  id: string;
  resource: string;
  name: string;
  roles: readonly Role[];
  value: QueryValue;
  by: string;
}

export function readSharedQueries(data: unknown): SharedQuery[] {
  return asList(data)
    .map(asObject)
    .map((one) => {
      const roles = asList<unknown>(one.roles).map(asText);
      return {
        ...readTexts(one, ['resource', 'name', 'by']),
        id: asText(one._id),
        roles: ROLES.filter((role) => roles.includes(role)),
        value: (parseJson(asText(one.value)) ?? { filter: {} }) as QueryValue,
      };
    });
}

const offered = { feature: 'sharedQueries', failure: failureTexts('errors.sharedQueries') } as const;

export const sharedQueryCalls = {
  sharedQueries: call({
    ...offered,
    ...getFor(ROLES),
    path: '/common/get-shared-queries',
    summary: 'The queries that are shared with my role; for admins all of them.',
    data: z.array(wireQuery),
  }),
  shareQuery: call({
    ...offered,
    method: 'POST',
    path: '/admin/share-query',
    roles: MANAGERS,
    summary: 'Share filters and an order of a list with the people of these roles, who must be able to use them.',
    body: z.object({
      resource: text(100).min(1, { error: requiredMessage('resource') }),
      name: text(100).min(1, { error: requiredMessage('name') }),
      roles: z.lazy(() =>
        z
          .array(roleSchema())
          .min(1, { error: requiredMessage('roles') })
          .max(ROLES.length),
      ),
      value: text(5000).describe('JSON: {"filter":{...},"sort":{"field","order"}}.'),
    }),
    data: wireQuery,
  }),
  endSharedQuery: call({
    ...offered,
    method: 'POST',
    path: '/admin/end-shared-query',
    roles: MANAGERS,
    summary: 'Share a query no longer.',
    body: z.object({ id: text(100) }),
    data: z.null(),
  }),
};
