import type { InjectOptions } from 'fastify';
import type { Call } from 'portal-frame';
import { getCallPath } from 'portal-frame/internal';
import { type CallInput, encoded, formOf } from 'portal-frame/testing/helpers';
import { type CallName, calls, getCall } from '../api/servedCalls.ts';
import { emailOf, LABORATORIES, PASSWORD, type Person } from './people.ts';
import { checkRecorded } from './stored.ts';
import { setClock, type World } from './world.ts';

const noop = () => undefined;

/** The sender got no reply. */
export class ConnectionLost extends Error {}

export interface Answer {
  http: number;
  body: ReturnType<typeof JSON.parse>;
}

/** Effect of a request on the model. */
export interface Effect {
  /** The server confirmed it. */
  applied(body: Answer['body']): void;
  /** The server was dropped before its reply: true if the database has it. */
  isStored?(): Promise<boolean>;
}

async function deliver(world: World, request: InjectOptions, effect?: Effect): Promise<Answer> {
  await setClock(world, world.now + 5);
  const reply = await world.server.request(request);
  if (world.server.isDropped()) {
    await world.server.reopen();
    if (await effect?.isStored?.()) effect?.applied(undefined);
    throw new ConnectionLost('the server was dropped');
  }
  if (reply.statusCode >= 500) await checkRecorded(world, `${request.method} ${request.url}: ${reply.statusCode}`);
  const body = /^[{[]/.test(reply.body) ? JSON.parse(reply.body) : reply.body;
  if (reply.statusCode === 200 || reply.statusCode === 201) effect?.applied(body);
  return { http: reply.statusCode, body };
}

/** Sends a request through the network of the day. Throws a ConnectionLost if the sender gets no reply. */
export async function send(world: World, request: InjectOptions, effect?: Effect): Promise<Answer> {
  world.sent += 1;
  const isHit = world.fault?.nth === (String(request.url).endsWith('/hand-over-tubes') ? 0 : world.sent);
  const fault = isHit ? world.fault : undefined;
  const arrive = () => deliver(world, request, effect);
  if (fault) world.trace.push(`    network: ${fault.kind}${'minutes' in fault ? ` ${fault.minutes} min` : ''}`);
  switch (fault?.kind) {
    case 'requestLost':
      throw new ConnectionLost('the request was lost');
    case 'replyLost':
      await arrive();
      throw new ConnectionLost('the reply was lost');
    case 'doubled': {
      const first = await arrive();
      await arrive();
      return first;
    }
    case 'late':
      world.late.push({ at: world.now + fault.minutes * 60_000, deliver: () => arrive().then(noop, noop) });
      throw new ConnectionLost('no reply in time');
    case 'dropped':
      world.server.dropBefore(fault.statement);
      try {
        return await arrive();
      } finally {
        world.server.dropBefore(Number.POSITIVE_INFINITY);
      }
    default:
      return arrive();
  }
}

/** Signs in and returns what the server tells a new session. */
export async function signIn(world: World, person: Person): Promise<{ userAuthToken: string; features: string[] }> {
  const payload = { email: emailOf(person), password: PASSWORD };
  const { http, body } = await deliver(world, { method: 'POST', url: getCallPath(calls.signIn), payload });
  if (http !== 200) throw new Error(`${person} cannot sign in: ${body.message}`);
  return body.data;
}

/** Makes a call of the settings as an admin who has just proved who they are. Returns its data. */
async function change(world: World, declared: Call, payload: object): Promise<Answer['body']> {
  const headers = { authorization: `Bearer ${(await signIn(world, 'Dana')).userAuthToken}` };
  const post = (called: Call, sent: object) =>
    deliver(world, { method: 'POST', url: getCallPath(called), headers, payload: sent });
  await post(calls.reauthenticate, { password: PASSWORD });
  const { http, body } = await post(declared, payload);
  if (http !== 200) throw new Error(`${getCallPath(declared)}: ${body.message}`);
  return body.data;
}

/** Creates an API key of a service account. */
async function createKey(world: World): Promise<string> {
  const { Dana } = world.server.ids;
  const scope = { name: 'roster', accountId: Dana, days: 300, resources: ['timeOff'], access: 'write' };
  return (await change(world, getCall('createApiKey'), scope)).token;
}

/** Sends orders and tubes of each laboratory to its own receiver. */
export async function subscribeReceivers(world: World): Promise<void> {
  for (const name of LABORATORIES) {
    const url = `${world.server.receiver}/${encodeURIComponent(name)}`;
    const resources = ['testOrders', 'drawnTubes'];
    await change(world, getCall('createWebhook'), { name, url, accountId: world.server.ids[name], resources });
  }
}

interface Sending {
  effect?: Effect;
  /** Idempotency-Key */
  key?: string;
}

/** Sends a request as a person, who signs in again once the session has ended. A program has an API key. */
async function sendAs(
  world: World,
  person: Person | 'the program',
  { type, ...request }: Pick<InjectOptions, 'method' | 'url' | 'payload'> & { type?: string },
  { effect, key }: Sending,
): Promise<Answer> {
  async function renewToken(): Promise<string> {
    const isProgram = person === 'the program';
    const token = isProgram ? await createKey(world) : (await signIn(world, person)).userAuthToken;
    world.tokens.set(person, token);
    return token;
  }
  function attempt(token: string) {
    const more = { ...(type && { 'content-type': type }), ...(key && { 'idempotency-key': key }) };
    return send(world, { ...request, headers: { authorization: `Bearer ${token}`, ...more } }, effect);
  }
  const answer = await attempt(world.tokens.get(person) ?? (await renewToken()));
  return answer.http === 401 ? attempt(await renewToken()) : answer;
}

const asJson = (body: object) => ({ payload: JSON.stringify(body), type: 'application/json' });

/** Makes a call of the portal as a person. */
export async function call(
  world: World,
  person: Person,
  name: CallName,
  { body, params, query = {} }: CallInput = {},
  sending: Sending = {},
): Promise<Answer> {
  const declared: Call = getCall(name);
  const search = new URLSearchParams(Object.entries(query).map(([field, value]) => [field, String(value)])).toString();
  const sent = declared.files ? await encoded(formOf(body)) : body && asJson(body);
  const url = `${getCallPath(declared, params)}${search && `?${search}`}`;
  return sendAs(world, person, { method: declared.method as 'GET', url, ...sent }, sending);
}

/** Reads or changes records of a collection as a person. */
export function collection(
  world: World,
  person: Person | 'the program',
  path: string,
  body?: object,
  sending: Sending = {},
): Promise<Answer> {
  const request = { method: body ? 'POST' : 'GET', url: `/api/v1/collections/${path}` } as const;
  return sendAs(world, person, { ...request, ...(body && asJson(body)) }, sending);
}
