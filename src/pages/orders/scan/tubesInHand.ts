import type { Queue } from '../../../device/offlineQueue.ts';
import type { Appointment } from '../../../wire/appointments/appointmentRecord.ts';
import type { TubesInHand } from '../../../wire/custodyApi.ts';

/** Labels in queued hand-overs. */
export const getQueuedLabels = ({ handOvers }: Queue): Set<string> =>
  new Set(
    handOvers.flatMap(({ refused, labels }) => (refused === undefined ? labels : [])).map((one) => one.toLowerCase()),
  );

/**
 * Returns the tubes that were drawn but not handed over, by laboratory. `visits` and `queue` are newer than `fetched`,
 * the host's list, which only adds tubes of other visits.
 */
export function getTubesInHand(
  visits: readonly Appointment[],
  queue: Queue,
  fetched: readonly TubesInHand[] = [],
): TubesInHand[] {
  const handedOver = getQueuedLabels(queue);
  const found = new Map<string, TubesInHand>();
  const add = (id: string, name: string, some: readonly string[]) => {
    const labels = some.filter((label) => !handedOver.has(label.toLowerCase()));
    const before = found.get(id) ?? { id, name, labels: [] };
    if (labels.length > 0) found.set(id, { ...before, labels: [...before.labels, ...labels] });
  };
  const labelsOfVisits = new Set<string>();
  for (const { id, order, laboratory } of visits) {
    if (!order?.laboratory) continue;
    const queuedLabels = queue.reports.flatMap(({ appointment, refused, report }) =>
      appointment === id && refused === undefined && report.kind === 'tube' ? (report.label ?? []) : [],
    );
    const drawnLabels = (order.drawn ?? []).map(({ label }) => label);
    const drawn = (order.drawn ?? []).flatMap(({ label, state }) => ((state ?? 'drawn') === 'drawn' ? label : []));
    for (const label of [...drawnLabels, ...queuedLabels]) labelsOfVisits.add(label);
    add(order.laboratory, laboratory, [...drawn, ...queuedLabels.filter((label) => !drawnLabels.includes(label))]);
  }
  for (const { id, name, labels } of fetched)
    add(
      id,
      name,
      labels.filter((label) => !labelsOfVisits.has(label)),
    );
  const byNumber = new Intl.Collator('en', { numeric: true });
  return [...found.values()].map((one) => ({ ...one, labels: one.labels.toSorted(byNumber.compare) }));
}
