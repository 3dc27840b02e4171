import { type AnyResource, mayDo, type Role } from 'portal-frame';
import { type CallHandlers, HttpError, notFound, type Services, transact } from 'portal-frame/server';
import { getVisibleEntries, mayFindBy, parseListWhere } from 'portal-frame/server/plugins';
import { z } from 'zod';
import type { QueryValue, sharedQueryCalls } from '../sharedQueryCalls.ts';
import { addSharedQuery, deleteSharedQuery, findSharedQueries, type SharedQueryRow } from './sharedQueryRows.ts';

const MAX_SHARED_QUERIES = 200;

const queryValueSchema = z.strictObject({
  filter: z.record(z.string(), z.unknown()),
  sort: z.strictObject({ field: z.string(), order: z.enum(['ASC', 'DESC']) }).optional(),
});

function parseQueryValue(text: string): QueryValue {
  try {
    return queryValueSchema.parse(JSON.parse(text)) as QueryValue;
  } catch {
    throw new HttpError(400, 'server.badRequest');
  }
}

function mayUseWhere({ collections }: Services, { name, api }: AnyResource, role: Role, where: unknown): boolean {
  const collection = collections.find(({ resource }) => resource.name === name);
  if (!collection || api) return false;
  try {
    parseListWhere(collection, collections, where, { role });
    return true;
  } catch (cause) {
    if (cause instanceof HttpError) return false;
    throw cause;
  }
}

/** True if lists of this role accept all filters and the sort of a shared query. */
function mayUseQuery(services: Services, resource: AnyResource, role: Role, { filter, sort }: QueryValue): boolean {
  const { list } = resource;
  if (!mayDo(resource, role, 'list')) return false;
  const filters = getVisibleEntries(list.filters ?? [], role).filter(({ field }) => mayFindBy(resource, role, field));
  const names = [...filters.map(({ name, field }) => name ?? field), ...(list.search?.length ? ['q'] : [])];
  const more = Object.values(list.sortableByFeature ?? {}).flat();
  const sortable = ['id', ...(list.sortable ?? []), ...more, ...(list.sort ? [list.sort.field] : [])];
  return (
    Object.entries(filter).every(([name, value]) =>
      name === 'where' ? mayUseWhere(services, resource, role, value) : names.includes(name),
    ) &&
    (!sort || (sortable.includes(sort.field) && mayFindBy(resource, role, sort.field)))
  );
}

const parseRoles = ({ roles }: SharedQueryRow) => JSON.parse(roles) as Role[];
const toWireQuery = (row: SharedQueryRow, by: string) => ({
  _id: row.id,
  resource: row.resource,
  name: row.name,
  roles: parseRoles(row),
  value: row.value,
  by,
});

const findResource = ({ resources }: Pick<Services, 'resources'>, name: string) =>
  resources.find((one) => one.name === name);

/** Shared queries give no rights: each person runs them with their own. */
export const sharedQueryHandlers: CallHandlers<typeof sharedQueryCalls> = {
  async sharedQueries({ account: { role } }, services) {
    const rows = await findSharedQueries(services.db);
    const data = rows.flatMap((row) => {
      const resource = findResource(services, row.resource);
      // Hides queries that the list would reject after a change of the config.
      const usable =
        resource && parseRoles(row).includes(role) && mayUseQuery(services, resource, role, parseQueryValue(row.value));
      return usable || services.app.roles.isManager(role) ? [toWireQuery(row, row.full_name)] : [];
    });
    return { data };
  },

  async shareQuery({ account, body, note }, services) {
    const { name, roles } = body;
    const resource = findResource(services, body.resource);
    if (!resource) throw notFound();
    const asked = parseQueryValue(body.value);
    const given = services.app.roles.names.filter((role) => roles.includes(role));
    const refused = given.find((role) => !mayUseQuery(services, resource, role, asked));
    if (refused) throw HttpError.forField('roles', 400, 'server.cannotAsk', { role: refused });
    const row = await transact(services, async (db) => {
      if ((await findSharedQueries(db)).length >= MAX_SHARED_QUERIES) throw new HttpError(400, 'server.tooManyQueries');
      const query = { resource: resource.name, name, account_id: account.id };
      const added = await addSharedQuery(db, {
        ...query,
        roles: JSON.stringify(given),
        value: JSON.stringify(asked),
      });
      if (!added) throw HttpError.forField('name', 409, 'server.valueTaken');
      await note(db, { recordId: added.id });
      return added;
    });
    const [own] = (await findSharedQueries(services.db)).filter(({ id }) => id === row.id);
    return { message: 'toasts.queryShared', data: toWireQuery(row, own?.full_name ?? '') };
  },

  async endSharedQuery({ body, note }, services) {
    await transact(services, async (db) => {
      if (!(await deleteSharedQuery(db, body.id))) throw notFound();
      await note(db, { recordId: body.id });
    });
    return { message: 'toasts.queryUnshared', data: null };
  },
};
