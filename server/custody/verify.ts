import type { Config } from '../../frame/server/config.ts';
import type { Db } from '../../frame/server/store/schema.ts';
import type { CustodyRow } from '../store/custodySchema.ts';
import { labelKey } from './append.ts';
import { anchorKey, anchorOf, type Finding, findingsOf } from './chain.ts';

/** Rows read at a time. */
const PORTION = 1000;
/** Events of one device that are looked at for one tube. */
const MOST = 5000;

/** PostgreSQL gives large numbers as texts. */
const numbered = (row: CustodyRow): CustodyRow => ({
  ...row,
  id: Number(row.id),
  seq: Number(row.seq),
  received_at: Number(row.received_at),
});

export interface CustodyReport {
  events: number;
  devices: number;
  /** The last anchor: written down elsewhere, it tells later whether events at the end are gone. */
  anchor: string;
  /** Where the anchors break. */
  broken?: { id: number; reason: string };
  findings: Finding[];
}

function brokenAt(key: Buffer, row: CustodyRow, id: number, before: string): string | undefined {
  if (row.id !== id) return `event ${id} is missing`;
  if (labelKey(row.label) !== row.label_key || anchorOf(key, before, row) !== row.anchor)
    return 'it was changed, or was not written by this server';
  return undefined;
}

/** Walks all events: the anchors as they arrived, then each device's chain. `expectedAnchor` is an anchor of an earlier run. */
export async function verifyCustody(
  db: Db,
  config: Pick<Config, 'tokenSecret'>,
  expectedAnchor?: string,
): Promise<CustodyReport> {
  const key = anchorKey(config);
  const chains = new Map<string, CustodyRow[]>();
  let events = 0;
  let last = 0;
  let anchor = '';
  let met = expectedAnchor === undefined;
  let broken: CustodyReport['broken'];
  for (;;) {
    const rows = await db
      .selectFrom('custody_events')
      .selectAll()
      .where('id', '>', last)
      .orderBy('id')
      .limit(PORTION)
      .execute();
    for (const row of rows.map(numbered)) {
      const reason = brokenAt(key, row, last + 1, anchor);
      if (reason) broken ??= { id: row.id, reason };
      const chain = chains.get(row.device) ?? [];
      chain.push(row);
      chains.set(row.device, chain);
      events += 1;
      last = row.id;
      anchor = row.anchor;
      met ||= anchor === expectedAnchor;
    }
    if (rows.length < PORTION) break;
  }
  if (!met) broken ??= { id: last, reason: `no event has the anchor ${expectedAnchor}: events at the end are gone` };
  const findings = [...chains.values()].flatMap(findingsOf);
  return { events, devices: chains.size, anchor, ...(broken && { broken }), findings };
}

/** The events of a tube in the order of their steps, each with what is wrong with it or with the chain it stands in. */
export async function custodyOf(db: Db, label: string): Promise<(CustodyRow & { findings: Finding['finding'][] })[]> {
  const rows = (
    await db.selectFrom('custody_events').selectAll().where('label_key', '=', labelKey(label)).orderBy('id').execute()
  ).map(numbered);
  const findings: Finding[] = [];
  for (const device of new Set(rows.map((row) => row.device))) {
    const chain = await db
      .selectFrom('custody_events')
      .selectAll()
      .where('device', '=', device)
      .orderBy('seq')
      .limit(MOST)
      .execute();
    findings.push(...findingsOf(chain.map(numbered)));
  }
  const of = (row: CustodyRow) => {
    const own = findings.filter((one) => one.device === row.device && one.seq === row.seq && one.label === row.label);
    // What was dropped before a step of this tube may have been one of its own.
    const before = findings.some(
      (one) => one.device === row.device && one.finding === 'dropped' && one.seq === row.seq - 1,
    );
    return [...new Set([...own.map(({ finding }) => finding), ...(before ? (['dropped'] as const) : [])])];
  };
  return rows
    .map((row) => ({ ...row, findings: of(row) }))
    .toSorted((a, b) => a.code.localeCompare(b.code) || a.id - b.id);
}
