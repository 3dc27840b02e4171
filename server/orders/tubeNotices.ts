import { accountById, accountsOf } from '../../frame/server/accounts/accountRows.ts';
import { addNotifications, type NewNotification } from '../../frame/server/accounts/notificationRows.ts';
import { translateServer } from '../../frame/server/base/texts.ts';
import type { Db } from '../../frame/server/db/databaseSchema.ts';
import { notificationsEvent } from '../../frame/server/live/events.ts';
import { addPushes } from '../../frame/server/outbox/push.ts';
import type { Publish } from '../../frame/server/outbox/transact.ts';
import { type CollectionDb, schemaDb } from '../../frame/server/records/schema/collectionDb.ts';
import type { InsideContext } from '../../frame/server/records/write/runHooks.ts';
import type { Services } from '../../frame/server/services.ts';
import { orderPlaces } from './places.ts';
import { recordsBy, textOf } from './planned.ts';
import { visitOf } from './tubeRows.ts';

/** Labels that a notice names. */
const MOST_NAMED = 10;

interface TubeNotice extends NewNotification {
  push: string;
  to: readonly string[];
}

async function send(db: Db, publish: Publish, services: Services, { to, push, ...notice }: TubeNotice): Promise<void> {
  await addNotifications(db, to, notice);
  publish(notificationsEvent([...to], 'create'));
  await addPushes(db, services, [...to], { title: notice.title, body: push });
}

const nameOf = async (db: Db, id: unknown) => (await accountById(db, textOf(id)))?.full_name ?? '';

/** Tubes that the scan of their hand-over did not find. */
export interface Missing {
  handOver: string;
  laboratory: unknown;
  givenBy: unknown;
  expected: number;
  tubes: readonly { label: string; tube: string | null }[];
}

/**
 * Notifies the admins, whoever gave the tubes and those who drew them, in one notice however many are missing. It leads an
 * admin to the tube where it is one; else, and the employees, to the hand-over.
 */
export async function notifyMissing(
  writing: CollectionDb,
  publish: Publish,
  services: Services,
  { handOver, laboratory, givenBy, expected, tubes }: Missing,
): Promise<void> {
  const places = orderPlaces(services);
  if (!places || tubes.length === 0) return;
  const db = schemaDb(writing);
  const { translate } = translateServer();
  const labels = tubes.map(({ label }) => label);
  const named = labels.slice(0, MOST_NAMED).join(', ') + (labels.length > MOST_NAMED ? ', …' : '');
  const args = { count: tubes.length, of: expected, labels: named, laboratory: await nameOf(db, laboratory) };
  const text = (part: string) => translate(`notices.tubesMissing.${part}`, args);
  const notice = { title: text('title'), body: text('body'), push: text('push') };
  const ids = tubes.flatMap(({ tube }) => tube ?? []);
  const drawn = await recordsBy({ ...services, db }, places.drawnTubes, ids);
  const people = [givenBy, ...drawn.map(({ drawnBy }) => drawnBy)].map(textOf).filter(Boolean);
  const record = { resource: 'handOvers', id: handOver };
  const [only] = ids;
  const about = only && tubes.length === 1 ? { resource: 'drawnTubes', id: only } : record;
  const admins = (await accountsOf(db, 'admin')).map(({ id }) => id);
  await send(db, publish, services, { ...notice, about, to: admins });
  await send(db, publish, services, { ...notice, about: record, to: [...new Set(people)] });
}

/** Notifies whoever drew a tube that it was rejected, and why; the admins are notified of its redraw. */
export async function notifyRejected({ values, db: writing, services, along }: InsideContext): Promise<void> {
  const drawnBy = textOf(values.drawnBy);
  if (!drawnBy) return;
  const db = schemaDb(writing);
  const { translate } = translateServer();
  const reason = translate(`orders.rejectReasons.${values.rejectReason}`);
  const text = (part: string) => translate(`notices.tubeRejected.${part}`, { label: textOf(values.label), reason });
  const notice = { title: text('title'), body: text('body'), push: text('push') };
  const visit = await visitOf(writing, services, textOf(values.testOrder));
  await send(db, along.publish, services, {
    ...notice,
    to: [drawnBy],
    ...(visit && { about: { resource: 'appointments', id: visit } }),
  });
}
