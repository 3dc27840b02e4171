import { getServerTexts, notify, type TransactionContext } from 'portal-frame/server';
import { findAccountById } from 'portal-frame/server/accounts';
import { type Db, findStoredRecords } from 'portal-frame/server/database';
import { findAdminIds } from '../../../server/outbox/appointmentNotices.ts';
import { findOrderCollections } from '../../orders/server/orderCollections.ts';
import { toText } from '../../orders/server/plannedOrders.ts';

const MAX_NAMED_LABELS = 10;

const findName = async (db: Db, id: unknown) => (await findAccountById(db, toText(id)))?.full_name ?? '';

export interface MissingTubes {
  handOver: string;
  laboratory: unknown;
  givenBy: unknown;
  expected: number;
  tubes: readonly { label: string; tube: string | null }[];
}

/**
 * Notifies admins, the giver and those who drew the tubes that tubes did not arrive. Links admins to a single tube,
 * else to the hand-over.
 */
export async function notifyMissing(
  tx: TransactionContext,
  { handOver, laboratory, givenBy, expected, tubes }: MissingTubes,
): Promise<void> {
  const { db } = tx;
  const places = findOrderCollections(tx.services);
  if (!places || tubes.length === 0) return;
  const { translate } = getServerTexts();
  const labels = tubes.map(({ label }) => label);
  const named = labels.slice(0, MAX_NAMED_LABELS).join(', ') + (labels.length > MAX_NAMED_LABELS ? ', …' : '');
  const args = { count: tubes.length, of: expected, labels: named, laboratory: await findName(db, laboratory) };
  const text = (part: string) => translate(`notices.tubesMissing.${part}`, args);
  const notice = { title: text('title'), body: text('body'), push: text('push') };
  const ids = tubes.flatMap(({ tube }) => tube ?? []);
  const drawn = await findStoredRecords(db, places.drawnTubes, ids);
  const people = [givenBy, ...drawn.map(({ drawnBy }) => drawnBy)].map(toText).filter(Boolean);
  const record = { resource: 'handOvers', id: handOver };
  const [only] = ids;
  const about = only && tubes.length === 1 ? { resource: 'drawnTubes', id: only } : record;
  await notify(tx, await findAdminIds(db), { ...notice, about });
  await notify(tx, people, { ...notice, about: record });
}
