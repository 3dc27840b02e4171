import type { Transaction } from 'kysely';
import { HttpError, type Services } from 'portal-frame/server';
import { acquireWriteLock, insertRows, type Schema } from 'portal-frame/server/database';
import { type CustodyCode, type CustodyEvent, SERVER_DEVICE } from '../wire/custodyApi.ts';
import { computeAnchor, computeHash, deriveAnchorKey } from './custodyChain.ts';
import type { CustodyRow } from './custodyTable.ts';

type Trx = Transaction<Schema>;
/** Demo data sets `received_at`. */
type NewCustodyRow = Omit<CustodyRow, 'id' | 'anchor' | 'received_at'> & Partial<Pick<CustodyRow, 'received_at'>>;
type CustodyServices = Pick<Services, 'store' | 'config'>;

const lastEvents = new WeakMap<Trx, Pick<CustodyRow, 'id' | 'anchor'>>();
const lastServerEvents = new WeakMap<Trx, Pick<CustodyRow, 'seq' | 'hash'>>();

/** Labels match in any case. */
export const toLabelKey = (label: string): string => label.toLowerCase();

/** Appends events with their anchors. The transaction must hold the write lock. */
export async function appendCustodyEvents(
  db: Trx,
  { config }: Pick<CustodyServices, 'config'>,
  added: readonly NewCustodyRow[],
): Promise<void> {
  if (added.length === 0) return;
  const ending = db.selectFrom('custody_events').select(['id', 'anchor']).orderBy('id', 'desc').limit(1);
  const last = lastEvents.get(db) ?? (await ending.executeTakeFirst());
  const key = deriveAnchorKey(config);
  let { id, anchor } = last ?? { id: 0, anchor: '' };
  const received = Date.now();
  const rows = added.map((one): CustodyRow => {
    id += 1;
    const row = { ...one, id, received_at: one.received_at ?? received };
    anchor = computeAnchor(key, anchor, row);
    return { ...row, anchor };
  });
  await insertRows(db, 'custody_events', rows);
  if (db.isTransaction) lastEvents.set(db, { id, anchor });
}

/** A step that the server itself recorded. */
export interface ServerStep {
  code: CustodyCode;
  label: string;
  visit: string;
  by: string;
}

/** Records a step in the server's chain, in the transaction of the change. */
export async function recordServerStep(
  db: Trx,
  services: CustodyServices,
  { code, label, visit, by }: ServerStep,
): Promise<void> {
  await acquireWriteLock(db, services.store.kind);
  const own = db.selectFrom('custody_events').select(['seq', 'hash']).where('device', '=', SERVER_DEVICE);
  const last = lastServerEvents.get(db) ?? (await own.orderBy('seq', 'desc').limit(1).executeTakeFirst());
  const step = {
    device: SERVER_DEVICE,
    seq: Number(last?.seq ?? 0) + 1,
    ...{ code, label, label_key: toLabelKey(label), visit, hand_over: '', made_at: new Date().toISOString() },
    previous: last?.hash ?? '',
  };
  const hash = computeHash(step);
  await appendCustodyEvents(db, services, [{ ...step, hash, account_id: by, standing: 'own' }]);
  if (db.isTransaction) lastServerEvents.set(db, { seq: step.seq, hash });
}

/** True if a phone of this account has recorded the same step already. */
export async function isRecordedByPhone(db: Trx, { code, label, by }: Omit<ServerStep, 'visit'>): Promise<boolean> {
  const found = await db
    .selectFrom('custody_events')
    .select('id')
    .where('label_key', '=', toLabelKey(label))
    .where('code', '=', code)
    .where('account_id', '=', by)
    .where('standing', '=', 'own')
    .where('device', '!=', SERVER_DEVICE)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** Throws 409 if a device has sent events of another account. */
async function rejectOthersDevice(db: Trx, by: string, devices: readonly string[]): Promise<void> {
  const others = await db
    .selectFrom('custody_events')
    .select('id')
    .where('device', 'in', devices)
    .where('account_id', '!=', by)
    .limit(1)
    .executeTakeFirst();
  if (others) throw new HttpError(409, 'server.deviceTaken');
}

/**
 * Saves the events that a phone has not sent before, and returns their number. One with a wrong hash is saved as
 * 'forged', one that is not `isOwn` as 'foreign'. Throws an HttpError (409) for another account's phone.
 */
export async function savePhoneEvents(
  db: Trx,
  services: CustodyServices,
  by: string,
  events: readonly CustodyEvent[],
  isOwn: (event: CustodyEvent) => Promise<boolean>,
): Promise<number> {
  await acquireWriteLock(db, services.store.kind);
  await rejectOthersDevice(db, by, [...new Set(events.map(({ device }) => device))]);
  let kept = 0;
  for (const event of events) {
    const { handOver: hand_over, madeAt: made_at, hash, ...same } = event;
    const there = await db
      .selectFrom('custody_events')
      .selectAll()
      .where('device', '=', same.device)
      .where('seq', '=', same.seq)
      .execute();
    const step = { ...same, label_key: toLabelKey(same.label), hand_over, made_at };
    const made = computeHash(step);
    if (there.some((row) => row.hash === hash && computeHash(row) === made)) continue;
    const standing = made !== hash ? 'forged' : (await isOwn(event)) ? 'own' : 'foreign';
    await appendCustodyEvents(db, services, [{ ...step, hash, account_id: by, standing }]);
    kept += 1;
  }
  return kept;
}
