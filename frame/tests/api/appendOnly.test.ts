import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { number, reference, text } from '../../fields/index.ts';
import { records } from '../../server/records/operations/recordsApi.ts';
import { systemContext } from '../../server/records/operations/recordsContext.ts';
import { serverForAll } from './harness.ts';
import { resourceOf } from './resourceOf.ts';

const parts = resourceOf('parts', { name: text({ required: true }) });
const bookings = resourceOf(
  'bookings',
  {
    part: reference({ to: 'parts', onDelete: 'keep' }),
    partName: text({ lookup: 'part.name' }),
    count: number({ required: true }),
    double: number(),
  },
  {
    appendOnly: true,
    compute: { double: ({ count }: { count: number }) => count * 2 },
    roles: { admin: { can: ['list', 'create'] } },
    create: { groups: [{ label: 'All', fields: ['part', 'count'] }] },
  },
);
const server = serverForAll({}, { resources: [parts, bookings] });
const api = () => records(systemContext(server.services));
const update = (set: string) => sql.raw(`update c_bookings set ${set}`).execute(server.services.db);
const REFUSED = 'append-only';

test('refuses changes and deletes of append-only records in the database; derived values follow their source', async () => {
  const { id: part } = await api().create('parts', { name: 'Hose' });
  const { id } = await api().create('bookings', { part, count: 2 });
  for (const set of ['real_count = 3', 'text_part = null', `id = 'x'`])
    await expect(update(set)).rejects.toThrow(REFUSED);
  await expect(sql`delete from c_bookings`.execute(server.services.db)).rejects.toThrow(REFUSED);
  await api().update('parts', part, { name: 'Pipe' });
  await update('real_double = 4');
  expect(await api().findOne('bookings', id)).toMatchObject({ part, partName: 'Pipe', count: 2, double: 4 });
});
