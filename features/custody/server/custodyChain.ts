import { hash as digest } from 'node:crypto';
import type { Config } from 'portal-frame/server';
import { deriveKey, signText } from 'portal-frame/server/routes';
import { type CustodyFinding, canonicalizeEvent } from '../wire/custodyApi.ts';
import type { CustodyRow } from './custodyTable.ts';

const MAX_NAMED_GAPS = 20;
export const MAX_CLOCK_SKEW_MS = 5 * 60_000;

type HashedRow = Omit<CustodyRow, 'hash' | 'anchor' | 'id' | 'standing' | 'account_id' | 'received_at'>;

/** Computes the SHA-256 (hex) of a reported event. */
export function computeHash({ hand_over: handOver, made_at: madeAt, ...row }: HashedRow): string {
  return digest('sha256', canonicalizeEvent({ ...row, handOver, madeAt }));
}

/** Derives the key of the anchors, which is not in the database. */
export const deriveAnchorKey = (config: Pick<Config, 'tokenSecret'>): Buffer => deriveKey(config, 'custody anchors');

/** Computes an HMAC-SHA-256 (hex) over the previous anchor and the row. */
export function computeAnchor(key: Buffer, before: string, row: Omit<CustodyRow, 'anchor'>): string {
  const { id, label_key, hash, account_id, received_at, standing } = row;
  const list = [before, id, computeHash(row), hash, label_key, account_id, received_at, standing];
  return signText(key, JSON.stringify(list), 'hex');
}

export interface ChainFinding {
  device: string;
  seq: number;
  label: string;
  finding: CustodyFinding;
}

/**
 * Finds problems in events of one device, checked in the order of `seq`. `arrived` are all its events, or some with
 * their neighbours; then `elsewhere` has the hashes of other events that they refer to. `isForeign` is decided by the
 * tube's current records.
 */
export function findChainFindings(
  arrived: readonly CustodyRow[],
  isForeign: (row: CustodyRow) => boolean,
  elsewhere: Iterable<string> = [],
): ChainFinding[] {
  const rows = arrived.toSorted((a, b) => a.seq - b.seq || a.id - b.id);
  const hashes = new Set([...rows.map(({ hash }) => hash), ...elsewhere]);
  const found: ChainFinding[] = [];
  const report = ({ device, seq, label }: Pick<CustodyRow, 'device' | 'seq' | 'label'>, finding: CustodyFinding) =>
    found.push({ device, seq, label, finding });
  let before: CustodyRow | undefined;
  for (const row of rows) {
    const { device, seq, previous } = row;
    if (computeHash(row) !== row.hash) report(row, row.standing === 'forged' ? 'forged' : 'altered');
    if (isForeign(row)) report(row, 'foreign');
    if (Date.parse(row.made_at) > row.received_at + MAX_CLOCK_SKEW_MS) report(row, 'future');
    const next = (before?.seq ?? 0) + 1;
    for (let gone = next; gone < Math.min(seq, next + MAX_NAMED_GAPS); gone++)
      report({ device, seq: gone, label: '' }, 'dropped');
    if (seq > next + MAX_NAMED_GAPS) report({ device, seq: seq - 1, label: '' }, 'dropped');
    if (before?.seq === seq) report(row, 'forked');
    else if (seq === next && previous !== (before?.hash ?? '')) {
      // If the previous hash is nowhere in the chain, the event before was replaced.
      if (hashes.has(previous) || !before || previous === '') report(row, 'reordered');
      else report(before, 'replaced');
    }
    before = row;
  }
  return found;
}
