import { addFeatureItem } from '../../runSheet/browser/device/offlineQueue.ts';
import type { TubesInHand } from '../wire/custodyApi.ts';
import { recordCustodySteps } from './custodyLog.ts';
import { HAND_OVER_PREFIX } from './queuedHandOvers.ts';

/** Queues a hand-over, and records the custody steps of its tubes. */
export const addHandOver = ({ id, name }: Pick<TubesInHand, 'id' | 'name'>, labels: readonly string[]): Promise<void> =>
  addFeatureItem(HAND_OVER_PREFIX, { patientName: name, laboratory: id, labels }, (handOver) =>
    recordCustodySteps(labels.map((label) => ({ code: 'S41', label, visit: '', handOver }))),
  );
