import type { QueuedItem } from '../../runSheet/browser/device/offlineQueue.ts';

/** Start of the keys of trips on the device. */
export const TRIP_PREFIX = 'trip/';

/** Miles driven to visits. Its id is the key of the trip. Without `miles`, those of the planned route count. */
export interface QueuedTrip extends QueuedItem {
  day: string;
  miles: number | null;
  visits: readonly string[];
}
