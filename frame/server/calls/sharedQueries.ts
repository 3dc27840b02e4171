import { z } from 'zod';
import { entriesFor } from '../../config/entries.ts';
import { type AnyResource, mayDo } from '../../config/resource.ts';
import { manages, ROLES, type Role } from '../../wire/roles.ts';
import type { QueryValue } from '../../wire/sharedQueries.ts';
import { addSharedQuery, allSharedQueries, endSharedQuery } from '../accounts/savedQueryRows.ts';
import { notFound, Refusal } from '../base/refusal.ts';
import type { SharedQueryRow } from '../db/databaseSchema.ts';
import { transact } from '../outbox/transact.ts';
import { mayFindBy } from '../records/access/fieldAccess.ts';
import type { Services } from '../services.ts';
import type { Handlers } from './handler.ts';

/** Queries of all lists together. */
const MOST = 200;

const value = z.strictObject({
  filter: z.record(z.string(), z.unknown()),
  sort: z.strictObject({ field: z.string(), order: z.enum(['ASC', 'DESC']) }).optional(),
});

function parse(text: string): QueryValue {
  try {
    return value.parse(JSON.parse(text)) as QueryValue;
  } catch {
    throw new Refusal(400, 'server.badRequest');
  }
}

/** Whether a role may ask a list for this: by filters and an order that it has there, of fields that it may read. */
function mayAsk(resource: AnyResource, role: Role, { filter, sort }: QueryValue): boolean {
  const { list } = resource;
  if (!mayDo(resource, role, 'list')) return false;
  const filters = entriesFor(list.filters ?? [], role).filter(({ field }) => mayFindBy(resource, role, field));
  const names = [...filters.map(({ name, field }) => name ?? field), ...(list.search?.length ? ['q'] : [])];
  const more = Object.values(list.sortableWith ?? {}).flat();
  const sortable = ['id', ...(list.sortable ?? []), ...more, ...(list.sort ? [list.sort.field] : [])];
  return (
    Object.keys(filter).every((name) => names.includes(name)) &&
    (!sort || (sortable.includes(sort.field) && mayFindBy(resource, role, sort.field)))
  );
}

const rolesOf = ({ roles }: SharedQueryRow) => JSON.parse(roles) as Role[];
const toWire = (row: SharedQueryRow, by: string) => ({
  _id: row.id,
  resource: row.resource,
  name: row.name,
  roles: rolesOf(row),
  value: row.value,
  by,
});

const resourceNamed = ({ resources }: Pick<Services, 'resources'>, name: string) =>
  resources.find((one) => one.name === name);

/** Queries that admins share. They say what a list is asked for, and give no right: each asks as themselves. */
export const sharedQueryHandlers: Handlers<'sharedQueries' | 'shareQuery' | 'endSharedQuery'> = {
  async sharedQueries({ account: { role } }, services) {
    const rows = await allSharedQueries(services.db);
    const data = rows.flatMap((row) => {
      const resource = resourceNamed(services, row.resource);
      // A config may have changed since: nobody is offered what their list would refuse.
      const usable = resource && rolesOf(row).includes(role) && mayAsk(resource, role, parse(row.value));
      return usable || manages(role) ? [toWire(row, row.full_name)] : [];
    });
    return { data };
  },

  async shareQuery({ account, body, note }, services) {
    const { name, roles } = body;
    const resource = resourceNamed(services, body.resource);
    if (!resource) throw notFound();
    const asked = parse(body.value);
    const given = ROLES.filter((role) => roles.includes(role));
    const refused = given.find((role) => !mayAsk(resource, role, asked));
    if (refused) throw Refusal.at('roles', 400, 'server.cannotAsk', { role: refused });
    const row = await transact(services, async (db) => {
      if ((await allSharedQueries(db)).length >= MOST) throw new Refusal(400, 'server.tooManyQueries');
      const query = { resource: resource.name, name, account_id: account.id };
      const added = await addSharedQuery(db, {
        ...query,
        roles: JSON.stringify(given),
        value: JSON.stringify(asked),
      });
      if (!added) throw Refusal.at('name', 409, 'server.valueTaken');
      await note(db, { recordId: added.id });
      return added;
    });
    const [own] = (await allSharedQueries(services.db)).filter(({ id }) => id === row.id);
    return { message: 'toasts.queryShared', data: toWire(row, own?.full_name ?? '') };
  },

  async endSharedQuery({ body, note }, services) {
    await transact(services, async (db) => {
      if (!(await endSharedQuery(db, body.id))) throw notFound();
      await note(db, { recordId: body.id });
    });
    return { message: 'toasts.queryUnshared', data: null };
  },
};
