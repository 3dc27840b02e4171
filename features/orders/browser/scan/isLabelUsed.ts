import { loadQueue } from '../../../runSheet/browser/device/offlineQueue.ts';
import { readStoredDay } from '../../../runSheet/browser/device/storedDay.ts';

/** True if today's visits or the queue on this device contain the label. */
export async function isLabelUsed(label: string): Promise<boolean> {
  const [{ reports }, day] = await Promise.all([loadQueue(), readStoredDay()]);
  const lower = label.toLowerCase();
  const used = [
    ...reports.flatMap(({ refused, report }) => (refused === undefined ? (report.label ?? []) : [])),
    ...(day?.visits ?? []).flatMap(({ order }) => order?.drawn?.map((one) => one.label) ?? []),
  ];
  return used.some((one) => one.toLowerCase() === lower);
}
