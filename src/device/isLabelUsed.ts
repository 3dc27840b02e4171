import { loadQueue } from './queue.ts';
import { readStoredDay } from './storedDay.ts';

/** Whether a tube has this label already, as far as this device knows: today's visits, and what waits to be sent. */
export async function isLabelUsed(label: string): Promise<boolean> {
  const [{ reports }, day] = await Promise.all([loadQueue(), readStoredDay()]);
  const lower = label.toLowerCase();
  const used = [
    ...reports.flatMap(({ refused, report }) => (refused === undefined ? (report.label ?? []) : [])),
    ...(day?.visits ?? []).flatMap(({ order }) => order?.drawn?.map((one) => one.label) ?? []),
  ];
  return used.some((one) => one.toLowerCase() === lower);
}
