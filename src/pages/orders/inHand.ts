import type { Queue } from '../../../frame/device/queue.ts';
import type { Appointment } from '../../wire/appointmentRecord.ts';

/** Tubes that are for one laboratory. */
export interface InHand {
  id: string;
  name: string;
  labels: string[];
}

/** The labels that were given to a laboratory on this device, and wait to be sent. */
export const givenHere = ({ handOvers }: Queue): Set<string> =>
  new Set(
    handOvers.flatMap(({ refused, labels }) => (refused === undefined ? labels : [])).map((one) => one.toLowerCase()),
  );

/** The tubes of these visits that were drawn and not given to anybody, as far as this device knows, by laboratory. */
export function tubesInHand(visits: readonly Appointment[], queue: Queue): InHand[] {
  const given = givenHere(queue);
  const found = new Map<string, InHand>();
  for (const { id, order, laboratory } of visits) {
    if (!order?.laboratory) continue;
    const bound = queue.reports.flatMap(({ appointment, refused, report }) =>
      appointment === id && refused === undefined && report.kind === 'tube' ? (report.label ?? []) : [],
    );
    const known = (order.drawn ?? []).map(({ label }) => label);
    const drawn = (order.drawn ?? []).flatMap(({ label, state }) => ((state ?? 'drawn') === 'drawn' ? label : []));
    const labels = [...drawn, ...bound.filter((label) => !known.includes(label))].filter(
      (label) => !given.has(label.toLowerCase()),
    );
    const before = found.get(order.laboratory) ?? { id: order.laboratory, name: laboratory, labels: [] };
    if (labels.length > 0) found.set(order.laboratory, { ...before, labels: [...before.labels, ...labels] });
  }
  const byNumber = new Intl.Collator('en', { numeric: true });
  return [...found.values()].map((one) => ({ ...one, labels: one.labels.toSorted(byNumber.compare) }));
}
