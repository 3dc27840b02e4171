// On SQLite only: nothing here depends on the database.
import { expect, test } from 'vitest';
import { date, image, text, toggle } from '../../fields/index.ts';
import type { Fields } from '../../index.ts';
import { clientOf } from './client.ts';
import { serverForAll } from './harness.ts';
import { resourceOf } from './resourceOf.ts';

const fields = {
  title: text({ required: true }),
  pickUpOn: date({ required: true, label: { en: 'Pick-up date', es: 'Fecha de recogida' } }),
  isCold: toggle(),
  degrees: text({ required: true, when: { isCold: true }, label: 'Temperature' }),
  photo: image({ write: ['admin'] }),
} as Fields;
const donations = resourceOf('donations', fields, {
  show: { photo: 'photo' },
  roles: {
    admin: { list: '/donations', can: ['list', 'show', 'create', 'edit'] },
    worker: { list: '/our-donations', can: ['list', 'show'] },
  },
});
const server = serverForAll({}, { resources: [donations] });
const admin = clientOf(server, 'admin', 'donations');

test('names a field in messages by its configured label, in the language of the request', async () => {
  const refused = await admin.create({});
  expect(refused.body).toMatchObject({
    message: 'Title is required',
    data: { errors: { title: 'Title is required', pickUpOn: 'Pick-up date is required' } },
  });
  expect((await admin.create({ title: 'Milk' })).body.message).toBe('Pick-up date is required');
  const spanish = await admin.send('POST', '', { title: 'Milk' }, { 'accept-language': 'es' });
  expect(spanish.body.message).toContain('Fecha de recogida');
  const cold = await admin.create({ title: 'Milk', pickUpOn: '2026-03-08', isCold: true });
  expect(cold.body.data.errors).toEqual({ degrees: 'Temperature is required' });
});

test('shows a photo in the heading to roles that may not write it', async () => {
  const { id } = (await admin.create({ title: 'Milk', pickUpOn: '2026-03-08' })).body;
  expect((await clientOf(server, 'worker', 'donations').one(id)).body).toMatchObject({ id, photo: null });
});
