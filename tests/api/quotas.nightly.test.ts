// Daily quotas per account, from any network: files, imports, exports and append-only rows.
import { join } from 'node:path';
import { QUOTAS, rewritePicture } from 'portal-frame/internal/server';
import { consumeQuota } from 'portal-frame/server/accounts';
import sharp from 'sharp';
import { afterEach, expect, test, vi } from 'vitest';
import { type Person, serverForAll } from './harness.ts';
import { withOrders } from './orderConfigs.ts';
import { photo, VISIT } from './samples.ts';

const server = serverForAll({}, withOrders());
afterEach(() => vi.useRealTimers());

const csv = () => new File(['Patient Name\nAnn Lee\n'], 'visits.csv', { type: 'text/csv' });
/** A use of each quota by two people of the same role. */
const USES: Record<keyof typeof QUOTAS, { people: [Person, Person]; use(person: Person): Promise<number> }> = {
  files: {
    people: ['laboratory', 'laboratory2'],
    use: async (person) =>
      (await server.as(person, 'laboratoryCreateAppointment', { body: VISIT, files: { image: [await photo()] } })).http,
  },
  imports: {
    people: ['laboratory', 'laboratory2'],
    use: async (person) =>
      (await server.as(person, 'laboratoryImportAppointments', { body: { dryRun: 'true' }, files: { file: [csv()] } }))
        .http,
  },
  exports: {
    people: ['laboratory', 'laboratory2'],
    use: async (person) => (await server.as(person, 'laboratoryAppointments', { query: { perPage: 1000 } })).http,
  },
  appended: {
    people: ['employee', 'employee2'],
    async use(person) {
      const { data } = await server.as('laboratory', 'laboratoryCreateAppointment', { body: VISIT });
      const body = { employeeId: server.ids[person] };
      await server.as('admin', 'assignAppointment', { params: { id: data._id }, body });
      const report = { key: `report ${data._id}`, kind: 'note', note: 'Called' };
      return (await server.as(person, 'reportVisit', { params: { id: data._id }, body: report })).http;
    },
  },
};

test.each(Object.keys(USES) as (keyof typeof QUOTAS)[])('limits the quota "%s" per account and day', async (quota) => {
  const { people, use } = USES[quota];
  const [one, other] = people;
  expect(await use(one)).toBe(200);
  await consumeQuota(server.services.db, server.ids[one], quota, QUOTAS[quota] - 1);
  expect(await use(one)).toBe(429);
  expect(await use(other)).toBe(200);
});

test('lets one account’s pictures neither block another’s nor take every slot', async () => {
  const source = join(server.config.dataDir, 'large.png');
  await sharp({ create: { width: 800, height: 800, channels: 3, background: '#446688' } }).toFile(source);
  const done: string[] = [];
  const send = async (person: string, at = 0) => {
    await rewritePicture(source, `${source}-${person}${at}.webp`, (picture) => picture.webp(), person);
    done.push(person);
  };
  const replies = await Promise.allSettled([...Array(30).keys()].map((at) => send('one', at)).concat(send('other')));
  expect(replies.filter(({ status }) => status === 'rejected')).not.toEqual([]);
  expect(replies.at(-1)?.status).toBe('fulfilled');
  expect(done.at(-1)).toBe('one');
});

test('resets a quota a day after its first use, also after a clock correction', async () => {
  const { db } = server.services;
  const spend = () => consumeQuota(db, 'somebody', 'imports', 1, 2);
  await spend();
  await spend();
  await expect(spend()).rejects.toMatchObject({ status: 429 });
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 25 * 3_600_000 });
  await spend();
  await spend();
  await expect(spend()).rejects.toMatchObject({ status: 429 });
  vi.useRealTimers();
  await spend();
});
