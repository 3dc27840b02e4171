import type { Config } from 'portal-frame/server';
import { type Db, expandJsonNumbers, expandJsonTexts } from 'portal-frame/server/database';
import { toLabelKey } from './appendCustody.ts';
import { createStandingResolver, removeRepeatedSteps, type TubeDraw } from './countedSteps.ts';
import { type ChainFinding, computeAnchor, deriveAnchorKey, findChainFindings } from './custodyChain.ts';
import type { CustodyRow } from './custodyTable.ts';

const ROWS_PER_READ = 1000;

interface CustodyReport {
  events: number;
  devices: number;
  /** Keep it elsewhere to detect missing events at the end later. */
  anchor: string;
  /** First broken anchor. */
  broken?: { id: number; reason: string };
  findings: ChainFinding[];
}

function findAnchorBreak(key: Buffer, row: CustodyRow, id: number, before: string): string | undefined {
  if (row.id !== id) return `event ${id} is missing`;
  if (toLabelKey(row.label) !== row.label_key || computeAnchor(key, before, row) !== row.anchor)
    return 'it was changed, or was not written by this server';
  return undefined;
}

/** Verifies all anchors in order of arrival, then each device's chain. `expectedAnchor` is from an earlier run. */
export async function verifyCustody(
  db: Db,
  config: Pick<Config, 'tokenSecret'>,
  expectedAnchor?: string,
): Promise<CustodyReport> {
  const key = deriveAnchorKey(config);
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
      .limit(ROWS_PER_READ)
      .execute();
    for (const row of rows) {
      const reason = findAnchorBreak(key, row, last + 1, anchor);
      if (reason) broken ??= { id: row.id, reason };
      const chain = chains.get(row.device) ?? [];
      chain.push(row);
      chains.set(row.device, chain);
      events += 1;
      last = row.id;
      anchor = row.anchor;
      met ||= anchor === expectedAnchor;
    }
    if (rows.length < ROWS_PER_READ) break;
  }
  if (!met) broken ??= { id: last, reason: `no event has the anchor ${expectedAnchor}: events at the end are gone` };
  const labels = Map.groupBy([...chains.values()].flat(), (row) => row.label_key);
  const standings = new Map([...labels].map(([label, rows]) => [label, createStandingResolver(rows)]));
  const isForeign = (row: CustodyRow) => standings.get(row.label_key)?.(row) === 'foreign';
  const findings = [...chains.values()].flatMap((rows) => findChainFindings(rows, isForeign));
  return { events, devices: chains.size, anchor, ...(broken && { broken }), findings };
}

/** Finds problems of these events in the chains of their devices. Reads only neighbours, because chains may be long. */
async function findNearbyFindings(
  db: Db,
  rows: readonly CustodyRow[],
  isForeign: (row: CustodyRow) => boolean,
): Promise<ChainFinding[]> {
  const findings: ChainFinding[] = [];
  for (const [device, some] of Map.groupBy(rows, (row) => row.device)) {
    const seqs = new Set(some.flatMap(({ seq }) => [seq - 1, seq, seq + 1]));
    const found = db.selectFrom('custody_events').selectAll().where('device', '=', device);
    const near = await found.where('seq', 'in', expandJsonNumbers(db, JSON.stringify([...seqs]))).execute();
    const known = new Set(near.map(({ hash }) => hash));
    const unknown = near.map(({ previous }) => previous).filter((hash) => hash && !known.has(hash));
    const elsewhere = await db
      .selectFrom('custody_events')
      .select('hash')
      .where('device', '=', device)
      .where('hash', 'in', expandJsonTexts(db, JSON.stringify(unknown)))
      .execute();
    const hashes = elsewhere.map(({ hash }) => hash);
    findings.push(...findChainFindings(near, isForeign, hashes));
  }
  return findings;
}

/** Reads a tube's events in order of steps, each with its problems. `drawn` is from the tube's record. */
export async function findTubeCustody(
  db: Db,
  label: string,
  drawn?: TubeDraw,
): Promise<(CustodyRow & { findings: ChainFinding['finding'][] })[]> {
  const found = db.selectFrom('custody_events').selectAll().where('label_key', '=', toLabelKey(label));
  const rows = await found.orderBy('id').execute();
  const standingOf = createStandingResolver(rows, drawn);
  const isForeign = (row: CustodyRow) => row.label_key === toLabelKey(label) && standingOf(row) === 'foreign';
  const findings = await findNearbyFindings(db, rows, isForeign);
  const of = (row: CustodyRow) => {
    const own = findings.filter((one) => one.device === row.device && one.seq === row.seq && one.label === row.label);
    // A missing event before a step may have belonged to this tube.
    const before = findings.some(
      (one) => one.device === row.device && one.finding === 'dropped' && one.seq === row.seq - 1,
    );
    return [...new Set([...own.map(({ finding }) => finding), ...(before ? (['dropped'] as const) : [])])];
  };
  const steps = rows.map((row) => ({ ...row, standing: standingOf(row), findings: of(row) }));
  return removeRepeatedSteps(steps, drawn).toSorted((a, b) => a.code.localeCompare(b.code) || a.id - b.id);
}
