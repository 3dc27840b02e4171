import { asList, asText, declareCalls, failureTexts, type Role } from 'portal-frame';
import {
  parseJson,
  perApp,
  requiredMessage,
  roleSchema,
  text,
  wireList,
  wireRecord,
  wireText,
  wireTexts,
  wireValue,
} from 'portal-frame/wire';
import { z } from 'zod';

declare module 'portal-frame/wire' {
  interface AppFeatures {
    sharedQueries: true;
  }
}

export interface QueryValue {
  filter: Record<string, unknown>;
  sort?: { field: string; order: 'ASC' | 'DESC' };
}

/** Filters and order of a list, saved under a name for some roles. Beyond spec 7. */
const sharedQuery = wireRecord({
  ...wireTexts('resource', 'name'),
  roles: wireValue(z.array(roleSchema()), (roles) => asList<Role>(roles)),
  /** JSON: {"filter":{...},"sort":{"field","order"}}. */
  value: wireValue(z.string(), (value) => (parseJson(asText(value)) ?? { filter: {} }) as QueryValue),
  /** Name of the author. */
  by: wireText,
});
const sharedQueries = wireList(sharedQuery);
export const readSharedQueries = sharedQueries.read;

const { get, post } = declareCalls({ feature: 'sharedQueries', failure: failureTexts('errors.sharedQueries') });

export const sharedQueryCalls = {
  sharedQueries: get('/common/get-shared-queries', {
    summary: 'The queries that are shared with my role; for admins all of them.',
    data: sharedQueries.schema,
  }),
  shareQuery: post('/admin/share-query', {
    roles: 'managers',
    summary: 'Share filters and an order of a list with the people of these roles, who must be able to use them.',
    body: z.object({
      resource: text(100).min(1, { error: requiredMessage('resource') }),
      name: text(100).min(1, { error: requiredMessage('name') }),
      roles: perApp(({ roles }) =>
        z
          .array(roleSchema())
          .min(1, { error: requiredMessage('roles') })
          .max(roles.names.length),
      ),
      value: text(5000).describe('JSON: {"filter":{...},"sort":{"field","order"}}.'),
    }),
    data: sharedQuery.schema,
  }),
  endSharedQuery: post('/admin/end-shared-query', {
    roles: 'managers',
    summary: 'Share a query no longer.',
    body: z.object({ id: text(100) }),
  }),
};
