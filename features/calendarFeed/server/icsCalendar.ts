import ical, { ICalCalendarMethod, ICalEventStatus } from 'ical-generator';
import { getServerTexts } from 'portal-frame/server';
import { formatPhone } from 'portal-frame/wire';
import type { AppointmentRow } from '../../../server/store/schema.ts';
import type { FeedRow } from './calendarFeeds.ts';

const DEFAULT_VISIT_MINUTES = 30;
const MINUTE = 60_000;
const LINE_ENDS = /\r\n?|[\v\f\u0085\u2028\u2029]/g;
const normalizeLineEnds = (text: string) => text.replace(LINE_ENDS, '\n');
const REFRESH_SECONDS = 15 * 60;

/**
 * Renders an employee's visits as iCalendar (RFC 5545) in UTC; the same visits give the same text. Without `names` an
 * event shows time and priority only. The town cannot be found reliably in an address of free text.
 */
export function renderCalendar(
  rows: readonly AppointmentRow[],
  { names, language }: Pick<FeedRow, 'names' | 'language'>,
  visitMinutes: number,
): string {
  const { translate } = getServerTexts(language);
  const calendar = ical({
    name: translate('feed.name'),
    prodId: { company: 'mobile-phlebotomy-portal', product: 'feed' },
    method: ICalCalendarMethod.PUBLISH,
    ttl: REFRESH_SECONDS,
  });
  for (const row of rows) {
    const priority = translate(`choices.${row.priority}`, { _: row.priority });
    const changed = new Date(row.updated_at);
    const lines = [formatPhone(row.contact_number).text, row.laboratory, row.instructions].filter(Boolean);
    calendar.createEvent({
      // Stable when the feed's address changes.
      id: `${row.id}@mobile-phlebotomy-portal`,
      sequence: row.version - 1,
      stamp: changed,
      lastModified: changed,
      created: new Date(row.created_at),
      start: new Date(row.scheduled_at),
      end: new Date(row.scheduled_at + (visitMinutes || DEFAULT_VISIT_MINUTES) * MINUTE),
      status: row.status === 'Rejected' ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
      summary: names
        ? translate('feed.visitOf', { patient: normalizeLineEnds(row.patient_name), priority })
        : translate('feed.visit', { priority }),
      ...(names && {
        location: normalizeLineEnds(row.address) || null,
        description: normalizeLineEnds(lines.join('\n')) || null,
      }),
    });
  }
  // RFC 5545, 3.1: the last line ends in CRLF too.
  return calendar.toString().replace(/(\r\n)?$/, '\r\n');
}
