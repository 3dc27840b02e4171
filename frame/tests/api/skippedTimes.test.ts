import { expect, test } from 'vitest';
import { dateTime, text } from '../../fields/index.ts';
import { records } from '../../server/records/operations/recordsApi.ts';
import { systemContext } from '../../server/records/operations/recordsContext.ts';
import { clientOf } from './client.ts';
import { serverForAll } from './harness.ts';
import { resourceOf } from './resourceOf.ts';

const slots = resourceOf(
  'slots',
  { title: text({ required: true }), at: dateTime() },
  { roles: { admin: { list: '/slots', can: ['list', 'create', 'edit'] } } },
);
const server = serverForAll({ TIME_ZONE: 'America/New_York' }, { resources: [slots] });
const api = () => records(systemContext(server.services));

test.each([
  ['2031-03-09T02:30', 'server.skippedTime', /clocks go forward/],
  ['9999-12-31T23:00', 'validation.dateTime', /./],
  ['9999-12-31T23:59:59-05:00', 'validation.dateTime', /./],
  ['0000-01-01T00:00:00+02:00', 'validation.dateTime', /./],
])('refuses the time %s of a new or changed record', async (at, message, shown) => {
  const admin = clientOf(server, 'admin', 'slots');
  const { id } = (await admin.create({ title: 'Good', at: '2031-03-09T03:30' })).body;
  const refused = [await admin.create({ title: 'New', at }), await admin.update(id, { at })];
  for (const { http, body } of refused)
    expect([http, body.data?.errors]).toEqual([400, { at: expect.stringMatching(shown) }]);
  const error = { status: 400, details: { errors: { at: { message } } } };
  await expect(api().create('slots', { title: 'New', at })).rejects.toMatchObject(error);
  await expect(api().update('slots', id, { at })).rejects.toMatchObject(error);
  expect((await admin.one(id)).body.at).toBe('2031-03-09T07:30:00.000Z');
});

test.each([
  ['2031-11-02T01:30', '2031-11-02T05:30:00.000Z'],
  ['2031-03-09T02:30:00Z', '2031-03-09T02:30:00.000Z'],
  ['9999-12-31T18:59:59', '9999-12-31T23:59:59.000Z'],
])('takes %s', async (at, stored) => {
  expect((await api().create('slots', { title: 'Good', at })).at).toBe(stored);
});
