import { get } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { getCallPath } from 'portal-frame/internal';
import { API_ROOT } from 'portal-frame/wire';
import { calls } from '../../src/wire/index.ts';
import type { Person } from './calls.ts';
import { LABORATORIES } from './data.ts';
import type { Host } from './host.ts';

/** Results of many parallel clients. */
export interface Crowd {
  answers: number;
  /** Responses with 503 and Retry-After. */
  shed: number;
  /** Other responses than 200. */
  errors: Map<string, number>;
  /** Median and 99th percentile of good responses, in milliseconds. */
  p50: number;
  p99: number;
  /** Maximum. */
  max: number;
  /** The same for each path, slowest first. */
  paths: { path: string; answers: number; p50: number; p99: number }[];
  /** The same for new clients with a connection each. */
  fresh: { answers: number; p50: number; max: number };
}

const APPOINTMENT = {
  // All visits are at one time.
  confirmed: 'true',
  patientName: 'Load Test',
  gender: 'Female',
  priorityLevel: 'Low',
  status: 'Pending',
  fees: '10',
  appointmentDateTime: '2027-01-15T09:30',
};
const document = new File([`%PDF-1.4\n${'x'.repeat(20_000)}\n%%EOF\n`], 'order.pdf', { type: 'application/pdf' });

interface Request {
  share: number;
  as: Person;
  path: string;
  adds?: true;
}
const NARROW = '?status=Pending&priorityLevel=High&assigned=False';
/** A typical day: mostly reads, few writes. */
const requests: Request[] = [
  { share: 31, as: 'admin', path: getCallPath(calls.adminAppointments) },
  { share: 10, as: 'admin', path: getCallPath(calls.adminAppointments) + NARROW },
  { share: 8, as: 'admin', path: `${getCallPath(calls.adminArchive)}?page=2` },
  { share: 6, as: 'admin', path: getCallPath(calls.adminDashboard) },
  { share: 2, as: 'admin', path: `${API_ROOT}/admin/get-audit` },
  { share: 1, as: 'admin', path: `${API_ROOT}/collections/drawnTubes/reports/byWeek` },
  { share: 12, as: 'employee1', path: getCallPath(calls.employeeAppointments) },
  { share: 6, as: 'employee1', path: getCallPath(calls.employeeToday) },
  { share: 10, as: 'laboratory1', path: getCallPath(calls.laboratoryAppointments) },
  { share: 4, as: 'laboratory1', path: getCallPath(calls.notifications) },
  { share: 10, as: 'laboratory1', path: getCallPath(calls.laboratoryCreateAppointment), adds: true },
];

const hundred = requests.flatMap((request) => Array.from({ length: request.share }, () => request));
/** Chooses a request by its share. */
const requestOf = (turn: number): Request => hundred[(turn * 37) % hundred.length] as Request;

async function ask(host: Host, { as, path, adds }: Request, client: number): Promise<Response> {
  // One laboratory alone would reach its quota of uploads.
  const person: Person = adds ? `laboratory${1 + (client % LABORATORIES)}` : as;
  const headers = {
    authorization: `Bearer ${host.tokens[person]}`,
    'x-forwarded-for': `10.1.${client >> 8}.${client & 255}`,
  };
  const url = host.origin + path;
  if (!adds) return fetch(url, { headers });
  const form = new FormData();
  for (const [name, value] of Object.entries(APPOINTMENT)) form.append(name, value);
  form.append('documents', document);
  return fetch(url, { method: 'POST', headers, body: form });
}

const ARRIVALS = 250;

/** Sends a request on a new connection. Returns the status, 0 without a response. */
const askAnew = ({ origin, tokens }: Host, client: number) =>
  new Promise<number>((resolve) => {
    const headers = {
      authorization: `Bearer ${tokens.admin}`,
      'x-forwarded-for': `10.2.${client >> 8}.${client & 255}`,
    };
    get(origin + getCallPath(calls.adminAppointments), { headers, agent: false }, (reply) => {
      reply.resume().once('end', () => resolve(reply.statusCode ?? 0));
    }).on('error', () => resolve(0));
  });

/** Runs parallel clients for `ms` milliseconds; each sends its next request after a response. */
export async function crowd(host: Host, clients: number, ms: number): Promise<Crowd> {
  const times: [path: string, ms: number][] = [];
  const errors = new Map<string, number>();
  let shed = 0;
  const end = performance.now() + ms;
  const one = async (client: number) => {
    for (let turn = client; performance.now() < end; turn++) {
      const request = requestOf(turn);
      const start = performance.now();
      try {
        const reply = await ask(host, request, client);
        await reply.arrayBuffer();
        if (reply.status === 200) times.push([request.path, performance.now() - start]);
        else if (reply.status === 503 && reply.headers.has('retry-after')) {
          shed++;
          await delay(500);
        } else count(errors, `${request.path} answered ${reply.status}`);
      } catch (cause) {
        count(errors, `${request.path}: ${(cause as Error).message}`);
      }
    }
  };
  const fresh: number[] = [];
  const comes = async (client: number) => {
    const start = performance.now();
    const status = await askAnew(host, client);
    if (status === 200) fresh.push(performance.now() - start);
    else if (status === 503) shed++;
    else count(errors, `a new client was answered ${status}`);
  };
  const arrive = async () => {
    const all: Promise<void>[] = [];
    for (let client = 0; performance.now() < end; client++) {
      all.push(comes(client));
      await delay(ARRIVALS);
    }
    await Promise.all(all);
  };
  await Promise.all([arrive(), ...Array.from({ length: clients }, (_, client) => one(client))]);
  const at = (part: number, list = times.map(([, ms]) => ms)) => {
    const sorted = list.toSorted((a, b) => a - b);
    return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
  };
  const paths = [...Map.groupBy(times, ([path]) => path)].map(([path, some]) => {
    const own = some.map(([, ms]) => ms);
    return { path, answers: own.length, p50: at(0.5, own), p99: at(0.99, own) };
  });
  return {
    answers: times.length,
    shed,
    errors,
    p50: at(0.5),
    p99: at(0.99),
    max: at(1),
    paths: paths.toSorted((a, b) => b.p99 - a.p99),
    fresh: { answers: fresh.length, p50: at(0.5, fresh), max: at(1, fresh) },
  };
}

const count = (errors: Map<string, number>, what: string) => errors.set(what, (errors.get(what) ?? 0) + 1);
