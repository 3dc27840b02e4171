import { type RecordsContext, toIsoString } from 'portal-frame/server';
import { findAccountNames } from 'portal-frame/server/accounts';
import { splitIntoBatches } from 'portal-frame/server/database';
import type { z } from 'zod';
import { appointmentsById } from '../../../server/store/appointments.ts';
import type { monthCalls } from '../wire/monthApi.ts';
import { countOpenItems, findFinished, findUnpriced, PORTION, type Sum, sumEntries } from './closeMonth.ts';
import { findMissingLines } from './settleVisits.ts';

/** Unpriced visits that the preview links. */
const MOST_LINKED = 10;

type Wire = z.infer<(typeof monthCalls)['monthPreview']['data']>;
type Line = Awaited<ReturnType<typeof findMissingLines>>[number];

/** Adds the lines that the month lacks, which its closing writes first. */
function addMissing(sums: readonly Sum[], missing: readonly Line[]): Sum[] {
  const bySide = new Map(sums.map((sum) => [`${sum.side} ${sum.name}`, { ...sum }]));
  for (const { line } of missing) {
    const { side, payer, cents } = line;
    const party = side === 'charge' ? line.laboratory : line.employee;
    const name = party ?? payer;
    const found = bySide.get(`${side} ${name}`) ?? { side, name, party, payer, cents: 0, entries: 0 };
    bySide.set(`${side} ${name}`, { ...found, cents: found.cents + cents });
  }
  return [...bySide.values()].filter(({ cents }) => cents !== 0);
}

/** Computes what a month lacks, and the totals that closing it now would invoice and pay. Writes nothing. */
export async function previewMonth(context: RecordsContext, month: string): Promise<Wire> {
  const { db } = context.services;
  const missing: Line[] = [];
  for (const portion of splitIntoBatches(await findFinished(context, month), PORTION))
    missing.push(...(await findMissingLines(context, portion)));
  const own = missing.filter(({ line }) => (line.month ?? month) === month);
  const sums = addMissing(await sumEntries(context, month), own);
  const charged = new Set(own.filter(({ line }) => line.side === 'charge').map(({ row }) => row.id));
  const unpriced = (await findUnpriced(context, month)).filter((id) => !charged.has(id));
  const rows = await appointmentsById(db, unpriced.slice(0, MOST_LINKED));
  const names = await findAccountNames(
    db,
    sums.flatMap(({ side, party }) => (side === 'earning' ? (party ?? []) : [])),
  );
  const listOf = (wanted: Sum['side']) =>
    sums
      .filter(({ side }) => side === wanted)
      .map(({ name, payer, cents }) => ({
        _id: name,
        name: (wanted === 'charge' ? payer : names.get(name)) ?? name,
        amount: cents / 100,
      }))
      .toSorted((one, other) => one.name.localeCompare(other.name));
  return {
    checklist: { ...(await countOpenItems(context, month)), withoutPrice: unpriced.length },
    unpriced: rows.map(({ id, scheduled_at }) => ({ _id: id, at: toIsoString(scheduled_at) })),
    invoices: listOf('charge'),
    payouts: listOf('earning'),
  };
}
