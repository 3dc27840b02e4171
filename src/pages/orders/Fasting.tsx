import type { VisitOrder } from '../../wire/orderApi.ts';
import { OrderActions } from './OrderActions.tsx';

/** Records whether the patient fasts, if a test requires it. */
export function Fasting({ order, onDone }: { order: VisitOrder; onDone: () => void }) {
  if (order.tests.every(({ fastingHours }) => fastingHours === 0)) return null;
  const actions = [
    ...(order.fasting === 'confirmed' ? [] : ['confirmFasting']),
    ...(order.fasting === 'notFasting' ? [] : ['denyFasting']),
  ];
  return <OrderActions id={order.id} actions={actions} success="orders.fastingNoted" onDone={onDone} />;
}
