import { RequestError, request, toast, translate } from 'portal-frame/browser';
import type { QueuedItem } from '../../runSheet/browser/device/offlineQueue.ts';
import { applySentChange } from '../../runSheet/browser/device/offlineSender.ts';
import { readStoredDay } from '../../runSheet/browser/device/storedDay.ts';
import { custodyCalls, readSkippedLabels } from '../wire/custodyApi.ts';
import type { QueuedHandOver } from './queuedHandOvers.ts';
import { removeTubesInHand } from './storedTubes.ts';

/** Sends a hand-over and updates the visits. Throws a RequestError that names the tubes which the host left out. */
export default async function sendHandOver(item: QueuedItem): Promise<void> {
  const { id, laboratory, labels, takenAt } = item as QueuedHandOver;
  const body = { key: id, laboratory, labels: [...labels], madeAt: new Date(takenAt).toISOString() };
  const left = new Set(readSkippedLabels(await request(custodyCalls.handOverTubes, { body })));
  const gone = new Set(labels.filter((label) => !left.has(label)));
  for (const { id: visit, order } of (await readStoredDay())?.visits ?? []) {
    if (!order?.drawn?.some(({ label }) => gone.has(label))) continue;
    const drawn = order.drawn.map((one) => (gone.has(one.label) ? { ...one, state: 'handedOver' as const } : one));
    await applySentChange(visit, { order: { ...order, drawn } });
  }
  await removeTubesInHand(gone);
  toast.success(translate('toasts.handedOver'));
  if (left.size > 0) throw new RequestError(translate('custody.left', { labels: [...left].join(', ') }), 409);
}
