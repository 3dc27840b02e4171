import type { Call, Role } from 'portal-frame';
import { getCallPath } from 'portal-frame/internal';
import { DEMO_PASSWORD } from '../../server/demo/demoStaff.ts';
import { calls } from '../../src/wire/index.ts';
import { getCall } from '../api/servedCalls.ts';

type Server = { url: string };

/** Sends a call and returns its data. Throws if the server refuses it. */
async function send(url: string, call: Call, token: string, body: object, params?: Record<string, string>) {
  const form = new FormData();
  for (const [name, value] of Object.entries(body))
    for (const one of [value].flat()) form.append(name, one instanceof Blob ? one : String(one));
  const hasBody = call.method === 'POST';
  const reply = await fetch(url + getCallPath(call, params), {
    method: call.method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(!call.files && hasBody && { 'content-type': 'application/json' }),
    },
    ...(hasBody && { body: call.files ? form : JSON.stringify(body) }),
  });
  const { status, message, data } = (await reply.json()) as { status: boolean; message: string; data: unknown };
  if (!status) throw new Error(`${call.path}: ${message}`);
  return data as ReturnType<typeof JSON.parse>;
}

/** Signs a demo account in and returns the token. */
export const tokenOf = async ({ url }: Server, role: Role): Promise<string> =>
  (await send(url, calls.signIn, '', { email: `${role}@demo.test`, password: DEMO_PASSWORD })).userAuthToken;

/** Requests a path as a demo account. */
export async function askAs(server: Server, role: Role, path: string): Promise<{ data: unknown }> {
  const authorization = `Bearer ${await tokenOf(server, role)}`;
  const reply = await fetch(server.url + path, { headers: { authorization } });
  return (await reply.json()) as { data: unknown };
}

const tokens = new WeakMap<Server, Map<Role, Promise<string>>>();

/** Sends a call as a demo account and returns its data. Reuses one session per role. */
export async function callAs(server: Server, role: Role, call: Call, body = {}, params?: Record<string, string>) {
  const own = tokens.get(server) ?? new Map<Role, Promise<string>>();
  tokens.set(server, own);
  const token = own.get(role) ?? tokenOf(server, role);
  own.set(role, token);
  return send(server.url, call, await token, body, params);
}

/** Books an unassigned visit as the demo's laboratory and returns its id. */
export async function bookVisit(
  server: Server,
  patientName: string,
  appointmentDateTime: string,
  more: { contactNumber?: string } = {},
): Promise<string> {
  const state = { gender: 'Female', priorityLevel: 'High', status: 'Pending' };
  // Accepts times outside the opening hours.
  const values = { patientName, ...state, appointmentDateTime, confirmed: true, ...more };
  return (await callAs(server, 'laboratory', calls.laboratoryCreateAppointment, values))._id;
}

/** Imports unassigned visits of the demo's laboratory as its admin: more than its employees have time for. */
export async function importUnassigned(server: Server, visits: readonly (readonly [patient: string, at: string])[]) {
  const head = 'Patient,Gender,Priority,Status,Date & Time,Laboratory';
  const rows = visits.map(([patient, at]) =>
    [patient, 'Female', 'High', 'Pending', at, 'Liberty Diagnostics Laboratory'].join(','),
  );
  const file = new File([[head, ...rows].join('\n')], 'visits.csv', { type: 'text/csv' });
  const { written } = await callAs(server, 'admin', getCall('adminImportAppointments'), { confirmed: true, file });
  if (written !== visits.length) throw new Error(`${written} of ${visits.length} visits were imported.`);
}
