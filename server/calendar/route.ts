import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { FEEDS } from '../calls/feed.ts';
import { refused } from '../http/openapi.ts';
import { notFound } from '../http/refusal.ts';
import type { Services } from '../services.ts';
import { scheduledAppointments } from '../store/appointments.ts';
import { feedBySecret } from '../store/feeds.ts';
import { calendarOf } from './ics.ts';

/** Requests per address and minute: calendars look every few minutes, a clinic of them behind one address. */
const MOST_REQUESTS = 120;
const DAY = 86_400_000;
/** Days back and ahead that a feed tells. */
const BACK = 30;
const AHEAD = 366;

const schema = {
  operationId: 'calendarFeed',
  summary: 'An employee’s visits as iCalendar, by the secret address that they made in their settings.',
  description: 'No token needed: the address is the secret. It is made, and ended, by make-feed and end-feed.',
  tags: ['calendar'],
  security: [],
  params: z.object({ secret: z.string() }),
  response: { 200: z.string().describe('text/calendar'), default: refused },
};

/** Employees' calendar feeds. No log tells the address: requests are logged by their route. */
export function registerFeeds(app: FastifyInstance, services: Services): void {
  app.get(
    `${FEEDS}/:secret(^[\\w-]{43}).ics`,
    { schema, config: { rateLimit: { max: MOST_REQUESTS, timeWindow: '1 minute' } } },
    async (request: FastifyRequest, reply) => {
      const { db, config, audit } = services;
      const found = await feedBySecret(db, (request.params as { secret: string }).secret);
      if (!found) throw notFound();
      const { feed, account } = found;
      const now = Date.now();
      const scheduled = { from: now - BACK * DAY, to: now + AHEAD * DAY };
      const visits = await scheduledAppointments(db, scheduled, { column: 'employee_id', id: account.id });
      const text = calendarOf(visits, feed, config.visitMinutes);
      const tag = `"${createHash('sha256').update(text).digest('base64url')}"`;
      reply.header('cache-control', 'private, no-cache').header('etag', tag);
      if (request.headers['if-none-match']?.includes(tag)) return reply.code(304).send();
      const read = { at: now, accountId: account.id, deed: 'read', resource: 'feed', recordId: null } as const;
      const ids = visits.map(({ id }) => id);
      await audit.write({ ...read, address: request.ip, details: { count: visits.length }, ids });
      return reply
        .type('text/calendar; charset=utf-8')
        .header('content-disposition', 'inline; filename="visits.ics"')
        .serializer((body: string) => body)
        .send(text);
    },
  );
}
