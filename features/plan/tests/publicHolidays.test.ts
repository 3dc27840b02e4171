import { readConfig } from 'portal-frame/internal/server';
import { expect, it } from 'vitest';
import app from '../../../server/app.ts';
import { serverForAll } from '../../../tests/api/harness.ts';
import { planConfigs } from '../../../tests/api/planConfigs.ts';
import { clientOf, enterOn } from '../../../tests/api/supplies.ts';

const server = serverForAll({ VISIT_MINUTES: '30', HOLIDAYS: 'US-PA' }, planConfigs);
const enter = enterOn(server);
/** Thanksgiving of 2033, a Thursday. */
const THANKSGIVING = '2033-11-24';
const reasonsOn = async (day: string) => {
  const body = { at: `${day}T10:00`, zip: '19107', laboratory: 'Natera' };
  const { data } = await server.as('admin', 'availability', { body });
  return data[0].reasons.map(({ code, parameters }: { code: string; parameters: object }) => ({ code, ...parameters }));
};
it('refuses an unknown country or state', () => {
  const env = { DATA_DIR: server.config.dataDir };
  for (const HOLIDAYS of ['XX', 'US-ZZ', 'us', 'US PA', 'constructor', 'US-toString', 'US-PA-X'])
    expect(() => readConfig({ ...env, HOLIDAYS }, app)).toThrow('such as US-PA');
  expect(readConfig({ ...env, HOLIDAYS: 'AT' }, app).holidays).toBe('AT');
});

it('keeps bookings and offers off public holidays of the state without any entry (spec 33.2)', async () => {
  expect(await reasonsOn(THANKSGIVING)).toEqual([{ code: 'holiday', name: 'Thanksgiving Day' }]);
  expect(await reasonsOn('2033-11-25')).toEqual([]);
  const found = await server.as('admin', 'findSlots', { body: { from: THANKSGIVING, days: 2, zip: '19107' } });
  const days = new Set(found.data.slots.map(({ at }: { at: string }) => at.slice(0, 10)));
  expect([...days]).toContain('2033-11-25');
  expect([...days]).not.toContain(THANKSGIVING);
});

it('keeps a holiday that is entered as a working day, and closes a day that is entered as closed', async () => {
  await enter('closedDays', { name: 'We work', date: THANKSGIVING, worked: true });
  expect(await reasonsOn(THANKSGIVING)).toEqual([]);
  await enter('closedDays', { name: 'Picnic', date: '2033-11-25' });
  expect(await reasonsOn('2033-11-25')).toEqual([{ code: 'holiday', name: 'Picnic' }]);
});

it('accepts a day of the business once, besides the same day of a laboratory', async () => {
  const days = clientOf(server, 'admin', 'closedDays');
  const date = '2034-05-09';
  const first = await enter('closedDays', { name: 'Founders day', date });
  const other = await enter('closedDays', { name: 'Spring day', date: '2034-05-10' });
  const again = await days.create({ name: 'Inventory', date } as never);
  expect([again.http, Object.keys(again.body.data?.errors ?? {})]).toEqual([409, ['date']]);
  expect(again.body.message).toContain('Founders day');
  expect((await days.update(other.id, { date, version: other.version } as never)).http).toBe(409);
  expect((await days.update(first.id, { name: 'Day of the founders', version: first.version } as never)).http).toBe(
    200,
  );
  await enter('closedDays', { name: 'Inventory', date, laboratory: server.ids.laboratory });
});

it('refuses equal time off of one employee, unless it was refused', async () => {
  const { employee, employee2 } = server.ids;
  const days = { from: '2034-02-01', to: '2034-02-03' };
  const admin = clientOf(server, 'admin', 'timeOff');
  const add = (values = {}) => admin.create({ employee, ...days, ...values } as never);
  const first = await add();
  const asked = await clientOf(server, 'employee', 'timeOff').create(days as never);
  expect([first.http, (await add()).http, asked.http, (await add({ employee: employee2 })).http]).toEqual([
    201, 409, 409, 201,
  ]);
  const other = await add({ to: '2034-02-04' });
  expect((await admin.update(other.body.id, { to: days.to, version: other.body.version })).http).toBe(409);
  expect((await admin.update(other.body.id, { reason: 'Trip', version: other.body.version })).http).toBe(200);
  await admin.send('POST', `/${first.body.id}/refuse`, {});
  expect((await add()).http).toBe(201);
});
