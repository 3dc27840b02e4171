import { createHash } from 'node:crypto';
import type { CollectionRecord } from 'portal-frame';
import { type RecordsContext, records, systemContext, type TransactionContext } from 'portal-frame/server';
import { findCollection } from 'portal-frame/server/database';
import type { HeldKind, HoldReason } from '../../money/wire/moneyKinds.ts';

/** A reported quantity. */
export interface Claim {
  visit: string;
  trip: string | null;
  employee: string | null;
  kind: HeldKind;
  claimed: number;
  expected: number;
  /** Why it is held; undefined if no other fact speaks against it. */
  cause: HoldReason | undefined;
  /** Day of the visit. */
  day: string;
  /** The claim that a confirmation is for. */
  content: unknown;
}

type Hold = CollectionRecord<'heldFacts'>;

const toKey = ({ kind, trip, visit }: Pick<Claim, 'kind' | 'trip' | 'visit'>) => `${kind} ${trip ?? visit}`;
const toDigest = (content: unknown) => createHash('sha256').update(JSON.stringify(content)).digest('hex');

/** Finds the stored holds of these visits and trips. */
export async function findHolds(
  context: RecordsContext,
  visits: readonly string[],
  trips: readonly string[],
): Promise<Hold[]> {
  if (!findCollection(context.services, 'heldFacts')) return [];
  const { records: found } = await records(systemContext(context)).find('heldFacts', {
    where: { or: [{ visit: { in: visits }, trip: null }, { trip: { in: trips } }] },
    perPage: 10_000,
  });
  return found;
}

/** Returns the keys of the quantities that the ledger ignores: those that nobody has confirmed. */
export const listIgnored = (holds: readonly Hold[]): ReadonlySet<string> =>
  new Set(holds.flatMap(({ state, key }) => (state === 'confirmed' ? [] : (key ?? []))));

interface Difference {
  hold?: Hold;
  claim?: Claim;
}

/**
 * Compares holds with the claims of now. New and other implausible claims are to be held; open holds without one are
 * released, and so are decided ones whose claim was corrected to a plausible one.
 */
export function compareHolds(holds: readonly Hold[], claims: readonly Claim[]): Difference[] {
  const byKey = new Map(holds.map((hold) => [hold.key, hold]));
  const differences = claims.flatMap((claim): Difference[] => {
    const hold = byKey.get(toKey(claim));
    byKey.delete(toKey(claim));
    if (!hold) return claim.cause ? [{ claim }] : [];
    const isSame = hold.claim === toDigest(claim.content);
    if (!claim.cause) return hold.state !== 'held' && isSame ? [] : [{ hold }];
    return isSame && hold.day === claim.day ? [] : [{ hold, claim }];
  });
  const released = [...byKey.values()].flatMap((hold) => (hold.state === 'held' ? [{ hold }] : []));
  return [...differences, ...released];
}

/** Stores the holds of claims, in the transaction that settles the visits. */
export async function storeHolds(tx: TransactionContext, differences: readonly Difference[]): Promise<void> {
  const api = records(systemContext(tx));
  for (const { hold, claim } of differences) {
    if (!claim) {
      await api.delete('heldFacts', hold?.id ?? '');
      continue;
    }
    const { content, ...values } = claim;
    const stored = { ...values, claim: toDigest(content), key: toKey(claim) };
    if (!hold) await api.create('heldFacts', stored);
    else {
      await api.update('heldFacts', hold.id, stored);
      if (hold.state !== 'held' && hold.claim !== stored.claim) await api.transition('heldFacts', hold.id, 'hold');
    }
  }
}
