import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { createParser } from 'eventsource-parser';
import { EVENTS_PATH, getCallPath, type WireEvent } from 'portal-frame/internal';
import { API_ROOT } from 'portal-frame/wire';
import { calls } from '../../src/wire/index.ts';
import { type Host, signIn } from './host.ts';

/** Streams per account; 500 in total. */
const STREAMS = { employee: 10, laboratory: 9, admin: 10 };
const PEOPLE = [
  'admin',
  ...Array.from({ length: 40 }, (_, index) => `employee${index + 1}`),
  ...Array.from({ length: 10 }, (_, index) => `laboratory${index + 1}`),
];
const STATUSES = ['Completed', 'Rejected', 'Pending'] as const;

interface Listed {
  id: string;
  owners: ReadonlySet<string>;
}
interface Listener {
  /** Account id; 'admin' for the admin. */
  owner: string;
  heard: string[];
}

export interface Delivery {
  listeners: number;
  changes: number;
  refused: Map<number, number>;
  deliveries: number;
  p50: number;
  p99: number;
  worst: number;
  /** Listeners that missed a change, got it twice, or got a foreign one. */
  missed: number;
  foreign: number;
  memory: number[];
}

async function ask(host: Host, path: string, token: string, body?: object) {
  const reply = await fetch(host.origin + path, {
    headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  });
  if (!reply.ok) throw new Error(`${path} answered ${reply.status}`);
  return ((await reply.json()) as { data: ReturnType<typeof JSON.parse> }).data;
}

async function open(host: Host, token: string, onChange: (id: string) => void): Promise<() => void> {
  const asking = request(`${host.origin}${API_ROOT}${EVENTS_PATH}`, {
    agent: false,
    headers: { authorization: `Bearer ${token}` },
  });
  const [reply] = (await once(asking.end(), 'response')) as [IncomingMessage];
  if (reply.statusCode !== 200) throw new Error(`a stream was answered ${reply.statusCode}`);
  const parser = createParser({
    onEvent({ event, data }) {
      const { resource, id } = event === undefined ? (JSON.parse(data) as WireEvent) : { resource: '', id: null };
      if (resource === 'appointments' && id) onChange(id);
    },
  });
  reply.setEncoding('utf8').on('data', (text: string) => parser.feed(text));
  for (const one of [asking, reply]) one.on('error', () => undefined);
  return () => asking.destroy();
}

async function appointmentsOf(host: Host, token: string): Promise<Listed[]> {
  const path = `${getCallPath(calls.adminAppointments)}?perPage=1000&assigned=True`;
  const { appointments } = await ask(host, path, token);
  return appointments.map((one: { _id: string; employeeId: { _id: string }; laboratoryId: string | null }) => ({
    id: one._id,
    owners: new Set(['admin', one.employeeId._id, one.laboratoryId].filter(Boolean)),
  }));
}

/** Sends `rate` changes a second to 500 listeners, `parts` times for `seconds`; checks memory in between. */
export async function deliver(host: Host, rate: number, seconds: number, parts: number): Promise<Delivery> {
  const admin = await signIn(host.origin, 'admin');
  const listed = await appointmentsOf(host, admin);
  const owners = new Map(listed.map(({ id, owners }) => [id, owners]));
  const sent = new Map<string, number>();
  const order: string[] = [];
  const times: number[] = [];
  const listeners: Listener[] = [];
  const closings: (() => void)[] = [];
  for (const person of PEOPLE) {
    const token = await signIn(host.origin, person);
    const role = person.replace(/\d+$/, '') as keyof typeof STREAMS;
    const owner = role === 'admin' ? role : (await ask(host, `${API_ROOT}/${role}/get-profile`, token))._id;
    for (let count = 0; count < STREAMS[role]; count++) {
      const listener: Listener = { owner, heard: [] };
      listeners.push(listener);
      const hear = (id: string) => {
        times.push(performance.now() - (sent.get(id) ?? Number.NaN));
        listener.heard.push(id);
      };
      closings.push(await open(host, token, hear));
    }
  }

  const agent = new Agent({ keepAlive: true, maxSockets: 50 });
  const refused = new Map<number, number>();
  const change = async (turn: number) => {
    const one = listed[turn % listed.length] as Listed;
    const status = STATUSES[Math.floor(turn / listed.length) % STATUSES.length];
    const body = JSON.stringify({ status });
    const headers = {
      authorization: `Bearer ${admin}`,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      'x-forwarded-for': `10.2.${(turn >> 8) & 255}.${turn & 255}`,
    };
    sent.set(one.id, performance.now());
    const asking = request(`${host.origin}${getCallPath(calls.updateAppointment, { id: one.id })}`, {
      ...{ method: 'POST', agent, headers },
    });
    const [reply] = (await once(asking.end(body), 'response')) as [IncomingMessage];
    await once(reply.resume(), 'end');
    if (reply.statusCode === 200) order.push(one.id);
    else refused.set(reply.statusCode ?? 0, (refused.get(reply.statusCode ?? 0) ?? 0) + 1);
  };
  const memory = [host.memory()];
  let turn = 0;
  for (let part = 0; part < parts; part++) {
    const start = performance.now();
    const making: Promise<void>[] = [];
    for (let count = 0; count < rate * seconds; count++) {
      await delay(Math.max(0, start + (count * 1000) / rate - performance.now()));
      making.push(change(turn++));
    }
    await Promise.all(making);
    memory.push(host.memory());
  }
  await delay(2000);
  for (const close of closings) close();
  agent.destroy();

  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  const expectedOf = (owner: string) => order.filter((id) => owners.get(id)?.has(owner)).toSorted();
  const expected = new Map(
    [...new Set(listeners.map(({ owner }) => owner))].map((owner) => [owner, expectedOf(owner)]),
  );
  const isForeign = ({ owner, heard }: Listener) => heard.some((id) => !owners.get(id)?.has(owner));
  const isRight = ({ owner, heard }: Listener) => String(heard.toSorted()) === String(expected.get(owner));
  return {
    ...{ listeners: listeners.length, changes: order.length, refused, deliveries: times.length },
    ...{ p50: at(0.5), p99: at(0.99), worst: sorted.at(-1) ?? 0, memory },
    missed: listeners.filter((one) => !isRight(one)).length,
    foreign: listeners.filter(isForeign).length,
  };
}
