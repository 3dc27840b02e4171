import { createHmac, hash as digest, hkdfSync } from 'node:crypto';
import type { Config } from '../../frame/server/config.ts';
import { type CustodyFinding, canonicalizeEvent } from '../../src/wire/custodyApi.ts';
import type { CustodyRow } from '../store/custodySchema.ts';

const MAX_NAMED_GAPS = 20;
/** How far a device's clock may be ahead (ms). */
export const MAX_CLOCK_SKEW_MS = 5 * 60_000;

type HashedRow = Omit<CustodyRow, 'hash' | 'anchor' | 'id' | 'standing' | 'account_id' | 'received_at'>;

/** SHA-256 (hex) of what a device reported. */
export function computeHash({ hand_over: handOver, made_at: madeAt, ...row }: HashedRow): string {
  return digest('sha256', canonicalizeEvent({ ...row, handOver, madeAt }));
}

/** The key of the anchors, which is not in the database. */
export const deriveAnchorKey = ({ tokenSecret }: Pick<Config, 'tokenSecret'>): Buffer =>
  Buffer.from(hkdfSync('sha256', tokenSecret, '', 'custody anchors', 32));

/** HMAC-SHA-256 (hex) over the anchor before and all of the row: nobody makes one without the key. */
export function computeAnchor(key: Buffer, before: string, row: Omit<CustodyRow, 'anchor'>): string {
  const { id, label_key, hash, account_id, received_at, standing } = row;
  const list = [before, id, computeHash(row), hash, label_key, account_id, received_at, standing];
  return createHmac('sha256', key).update(JSON.stringify(list)).digest('hex');
}

/** What is wrong with an event of a chain, and where. */
export interface ChainFinding {
  device: string;
  seq: number;
  label: string;
  finding: CustodyFinding;
}

/**
 * Finds what is wrong with events of one device, in the order that it says they have. Pass all of them, or some with
 * their neighbours and, in `hashes`, the hashes of events elsewhere in the chain. `isForeign` decides anew by what is
 * known of the tube by now.
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
      // What it follows from stands elsewhere in this chain, or nowhere: then the one before is not what was recorded.
      if (hashes.has(previous) || !before || previous === '') report(row, 'reordered');
      else report(before, 'replaced');
    }
    before = row;
  }
  return found;
}
