import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { notFound, type Services, unauthorized } from 'portal-frame/server';
import { createSecretLimit, describeReply, errorReplySchema } from 'portal-frame/server/routes';
import { z } from 'zod';
import { scheduledAppointments } from '../../../server/store/appointments.ts';
import { feedBySecret } from './calendarFeeds.ts';
import { FEEDS, OWN_FEED } from './feedHandlers.ts';
import { renderCalendar } from './icsCalendar.ts';

const DAY = 86_400_000;
const DAYS_BACK = 30;
const DAYS_AHEAD = 366;

const unchangedSchema = z.null().describe('Not changed since the `ETag` of If-None-Match.');
const common = {
  tags: ['calendar'],
  response: { 200: describeReply('text/calendar'), 304: unchangedSchema, default: errorReplySchema },
};
const ownSchema = {
  ...common,
  operationId: 'calendarFeed',
  summary: 'An employee’s visits as iCalendar, by the password that they made in their settings.',
  description: 'By Basic authentication; the password is made, and ended, by make-feed and end-feed.',
  security: [{ calendar: [] }],
};
const secretSchema = {
  ...common,
  operationId: 'secretCalendarFeed',
  summary: 'The same by a secret address, for calendar programs that ask for no password.',
  description: 'No token needed: the address is the secret. It is made, and ended, by make-feed and end-feed.',
  security: [],
  params: z.object({ secret: z.string() }),
};

function getBasicPassword({ headers }: FastifyRequest): string {
  const [scheme = '', given = ''] = (headers.authorization ?? '').split(' ');
  if (scheme.toLowerCase() !== 'basic') return '';
  const text = Buffer.from(given, 'base64').toString();
  return text.slice(text.indexOf(':') + 1);
}

type FoundFeed = NonNullable<Awaited<ReturnType<typeof feedBySecret>>>;

/** Serves employees' calendar feeds. Logs contain routes only, never the secret address. */
export function registerCalendarFeeds(app: FastifyInstance, services: Services): void {
  const { db } = services;
  const findOwn = (request: FastifyRequest) => feedBySecret(db, getBasicPassword(request), 'password');
  const findSecret = ({ params }: FastifyRequest) => feedBySecret(db, (params as { secret: string }).secret, 'address');
  const toConfig = (find: typeof findOwn) => createSecretLimit(async (request) => (await find(request))?.account.id);
  const send = (request: FastifyRequest, reply: FastifyReply, found: FoundFeed) =>
    sendCalendar(request, reply, found, services);

  app.get(OWN_FEED, { schema: ownSchema, config: toConfig(findOwn) }, async (request, reply) => {
    const found = await findOwn(request);
    if (found) return send(request, reply, found);
    reply.header('www-authenticate', 'Basic realm="calendar", charset="UTF-8"');
    throw unauthorized();
  });
  const secretOptions = { schema: secretSchema, config: toConfig(findSecret) };
  app.get(`${FEEDS}/:secret(^[\\w-]{43}).ics`, secretOptions, async (request, reply) => {
    const found = await findSecret(request);
    if (!found) throw notFound();
    return send(request, reply, found);
  });
}

async function sendCalendar(
  request: FastifyRequest,
  reply: FastifyReply,
  { feed, account }: FoundFeed,
  { db, config, activity }: Services,
) {
  const now = Date.now();
  const scheduled = { from: now - DAYS_BACK * DAY, to: now + DAYS_AHEAD * DAY };
  const visits = await scheduledAppointments(db, scheduled, { column: 'employee_id', id: account.id });
  const text = renderCalendar(visits, feed, config.visitMinutes);
  const tag = `"${createHash('sha256').update(text).digest('base64url')}"`;
  reply.header('cache-control', 'private, no-cache').header('etag', tag);
  if (request.headers['if-none-match']?.includes(tag)) return reply.code(304).send();
  const read = { at: now, accountId: account.id, operation: 'read', resource: 'feed', recordId: null } as const;
  const ids = visits.map(({ id }) => id);
  await activity.write({ ...read, address: request.ip, details: { count: visits.length }, ids });
  return reply
    .type('text/calendar; charset=utf-8')
    .header('content-disposition', 'inline; filename="visits.ics"')
    .serializer((body: string) => body)
    .send(text);
}
