import type { QueuedItem } from '../../runSheet/browser/device/offlineQueue.ts';

/** Start of the keys of hand-overs on the device. */
export const HAND_OVER_PREFIX = 'handOver/';

/** Tubes for a laboratory, whose name is in `patientName`. Its id is the idempotency key. */
export interface QueuedHandOver extends QueuedItem {
  laboratory: string;
  labels: readonly string[];
}
