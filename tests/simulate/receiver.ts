import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';

/** Answers of an outside service, with their HTTP status: 0 if none comes. */
const FAULTS = { redirects: 302, refuses: 403, forgets: 404, fails: 500, 'keeps it but says 500': 500, hangs: 0 };
export const ANSWERS = { accepts: 200, ...FAULTS };
export type Service = 'webhooks' | 'bucket' | 'push' | 'mail';

interface ReceivedEvent {
  id: string;
  /** The laboratory whose receiver got it. */
  laboratory: string;
  record: Record<string, unknown>;
}

/** Input of the bucket's commands. */
interface BucketInput {
  Key?: string;
  Body?: Readable;
  ContentLength?: number;
}

/** One double of all services outside of the portal. */
export const receiver = {
  /** The answer to some calls of a service, after others that it accepts. */
  answers: new Map<Service, { answer: keyof typeof ANSWERS; after: number; times: number }>(),
  events: [] as ReceivedEvent[],
  objects: new Map<string, { content: Buffer; at: number }>(),
  /** Tokens by push messages that were accepted, and tokens that the push service has forgotten. */
  pushed: [] as string[],
  gone: new Set<string>(),

  /** Forgets everything. */
  reset: () =>
    Object.assign(receiver, { answers: new Map(), events: [], objects: new Map(), pushed: [], gone: new Set() }),
  /** The service answers the next call. */
  ask(service: Service): { status: number; keeps: boolean } {
    const planned = receiver.answers.get(service);
    const answer = !planned || planned.after-- > 0 || planned.times-- <= 0 ? 'accepts' : planned.answer;
    return { status: ANSWERS[answer], keeps: answer === 'accepts' || answer.startsWith('keeps') };
  },
  /** Receives a webhook. Returns the HTTP status. */
  receive(path: string, headers: Record<string, unknown>, body: string): number {
    const { status, keeps } = receiver.ask('webhooks');
    const laboratory = decodeURIComponent(path.slice(1));
    const event = { id: String(headers['webhook-id']), laboratory, record: JSON.parse(body).data.record };
    if (keeps) receiver.events.push(event);
    return status;
  },
  /** Receives a push message, or a request for an access token. */
  push(path: string, body: string): Response {
    if (path === '/token') return Response.json({ access_token: 'access', expires_in: 3600 });
    const { token } = JSON.parse(body).message;
    const { status } = receiver.ask('push');
    if (status === 404) receiver.gone.add(token);
    if (status === 200 && !receiver.gone.has(token)) receiver.pushed.push(token);
    if (status === 0) throw new TypeError('fetch failed');
    return Response.json({}, { status: receiver.gone.has(token) ? 404 : status });
  },
  /** Does a command of the bucket. Reading damaged or unknown content fails. */
  async bucket(command: string, { Key = '', Body, ContentLength }: BucketInput): Promise<object> {
    const { status, keeps } = receiver.ask('bucket');
    const fail = (name: string, httpStatusCode: number) =>
      Object.assign(new Error(name), { name, $metadata: { httpStatusCode } });
    const content = Body && (await buffer(Body));
    if (content && content.length !== ContentLength) throw fail('IncompleteBody', 400);
    if (keeps && content) receiver.objects.set(Key, { content, at: Date.now() });
    if (keeps && command === 'DeleteObject') receiver.objects.delete(Key);
    if (status !== 200) throw fail(status === 0 ? 'AbortError' : 'ServiceError', status);
    if (command === 'ListObjectsV2')
      return { Contents: [...receiver.objects].map(([key, { at }]) => ({ Key: key, LastModified: new Date(at) })) };
    const found = receiver.objects.get(Key);
    if (command !== 'GetObject') return {};
    if (!found) throw fail('NoSuchKey', 404);
    return { Body: Readable.from([found.content]), ContentLength: found.content.length };
  },
};

/** Config files of the deployed version. The second one has a field more. */
export const deployed = { hasComment: false };
