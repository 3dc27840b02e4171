import { randomUUID } from 'node:crypto';
import { composeHooks } from 'portal-frame/internal/server';
import { expect } from 'vitest';
import { type Person, startServer } from '../../../tests/api/harness.ts';
import { withOrders } from '../../../tests/api/orderConfigs.ts';
import { VISIT } from '../../../tests/api/samples.ts';
import { clientOf } from '../../../tests/api/supplies.ts';
import handOvers from '../resources/handOvers.ts';
import handOverTubes from '../resources/handOverTubes.ts';
import tubeHooks from '../server/tubeHooks.ts';
import { verifyCustody } from '../server/verifyCustody.ts';
import type { CustodyEvent } from '../wire/custodyApi.ts';
import type { phone } from './custodyPhone.ts';

export type Phone = ReturnType<typeof phone>;
export type Employee = 'employee' | 'employee2';
export type Laboratory = 'laboratory' | 'laboratory2';

/** A server with orders, and what tests of custody do with it. */
export async function startShop() {
  const { resources, hooks } = withOrders(handOvers, handOverTubes);
  const drawnTubes = composeHooks('drawnTubes', [
    ...[
      { owner: 'the app', hooks: hooks?.drawnTubes ?? {} },
      { owner: 'custody', hooks: tubeHooks },
    ],
  ]);
  const server = await startServer({}, { resources: resources ?? [], hooks: { ...hooks, drawnTubes } });
  const add = async (name: string, values: object) => (await clientOf(server, 'admin', name).create(values)).body.id;
  const kind = { name: 'Serum', cap: 'gold', additive: 'Gel', drawOrder: 3, volume: 5, minimum: 2 };
  const serum = await add('tubeKinds', kind);
  const iron = await add('tests', { name: 'Iron', tubeKind: serum, volume: 1 });
  let labels = 0;

  async function visit(employee: Employee = 'employee', laboratory: Laboratory = 'laboratory'): Promise<string> {
    const { data } = await server.as(laboratory, 'laboratoryCreateAppointment', { body: VISIT });
    const body = { employeeId: server.ids[employee] };
    await server.as('admin', 'assignAppointment', { params: { id: data._id }, body });
    await add('testOrders', { appointment: data._id, orderedBy: 'Dr. Osei', tests: [iron] });
    return data._id;
  }
  const send = (person: Person, events: readonly CustodyEvent[]) =>
    server.as(person, 'addCustodyEvents', { body: { events } });
  const bind = (person: Person, id: string, label: string, more: object = {}) =>
    server.as(person, 'reportVisit', {
      params: { id },
      body: { key: randomUUID(), kind: 'tube', label, tube: serum, ...more },
    });
  const give = (person: Person, given: string[], more: object = {}) =>
    server.as(person, 'handOverTubes', {
      body: { key: randomUUID(), laboratory: server.ids.laboratory, labels: given, ...more },
    });
  /** So many tubes drawn at a visit, with or without a phone that records it; nothing of it is sent but the labels. */
  async function draw(count: number, id: string, employee: Employee = 'employee', on?: Phone): Promise<string[]> {
    const made = Array.from({ length: count }, () => `TB-${String(++labels).padStart(4, '0')}`);
    for (const label of made) {
      on?.record({ code: 'S39', label, visit: id });
      if (!on) expect((await bind(employee, id, label)).http).toBe(200);
    }
    return made;
  }
  const tube = async (label: string) => {
    const { body } = await clientOf(server, 'admin', 'drawnTubes').list({ filter: { q: label } });
    return body[0] as { id: string; state: string };
  };
  const verify = (anchor?: string) => verifyCustody(server.services.db, server.config, anchor);
  const codes = async (label: string, person: Person = 'admin') => {
    const { data } = await server.as(person, 'tubeCustody', { params: { id: (await tube(label)).id } });
    return data.map(({ code, findings }: { code: string; findings: string[] }) => [code, ...findings].join(' '));
  };
  return { server, visit, send, bind, give, draw, tube, verify, codes };
}
