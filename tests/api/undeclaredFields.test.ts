// On SQLite only: nothing here depends on the database.
import type { Call } from 'portal-frame';
import { expect, test } from 'vitest';
import { SECTION_7 } from '../browser/provider/section7.ts';
import { resolved } from '../roles.ts';
import { type Person, serverForAll } from './harness.ts';
import { type CallName, calls } from './servedCalls.ts';

const server = serverForAll();
const ID = 'a'.repeat(24);
const changes = (Object.entries(calls) as [CallName, Call][]).filter(([, { method }]) => method !== 'GET');

async function refusalOf(name: CallName, call: Call, body: Record<string, unknown>) {
  const { roles, path } = resolved(call);
  const input = { body, ...(path.includes('{id}') && { params: { id: ID } }) };
  const { http, message } =
    roles === 'public' ? await server.call(name, input) : await server.as(roles[0] as Person, name, input);
  return [http, message];
}

test('ignores unknown fields in calls of the specification, for clients of the provider (spec 7)', async () => {
  const open = changes.filter(([, { ignoresUnknownFields: ignores }]) => ignores).map(([, one]) => one);
  const named = Object.keys(SECTION_7).filter((one) => !one.startsWith('GET'));
  expect(open.map(({ method, path }) => `${method} ${path}`).toSorted()).toEqual(named.toSorted());
  const reply = await server.as('admin', 'changePassword', { body: { oldPassword: 'x', newPassword: 'y', bogus: 1 } });
  expect(reply.message).not.toContain('bogus');
});

test.each(changes.filter(([, { ignoresUnknownFields: ignores }]) => !ignores))(
  'refuses an unknown field in our own call %s',
  async (name, call) => {
    expect(await refusalOf(name, call, { bogus: '1' })).toEqual([400, 'There is no field “bogus”.']);
  },
);

test('refuses unknown fields at any depth, with the nearest name', async () => {
  const appointments = [{ _id: ID, employeeId: '', vresion: 1 }];
  const { errors } = await server.as('admin', 'assignMany', { body: { appointments } });
  expect(errors).toEqual({
    'appointments.0.vresion': 'There is no field “vresion”. Did you mean “version”?',
  });
});
