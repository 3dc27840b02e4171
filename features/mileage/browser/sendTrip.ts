import { dataProvider, RequestError, toast, translate } from 'portal-frame/browser';
import type { QueuedItem } from '../../runSheet/browser/device/offlineQueue.ts';
import type { QueuedTrip } from './queuedTrips.ts';

/** Sends the miles of a trip. If the host has its key, an earlier attempt arrived. */
export default async function sendTrip(item: QueuedItem): Promise<void> {
  const { id, day, miles, visits } = item as QueuedTrip;
  try {
    await dataProvider.create('trips', { data: { day, visits, key: id, ...(miles !== null && { miles }) } });
  } catch (cause) {
    if (!(cause instanceof RequestError && cause.code === 409 && 'key' in cause.errors)) throw cause;
  }
  toast.success(translate('money.miles.sent'));
}
