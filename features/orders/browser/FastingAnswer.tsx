import { useTranslate } from 'ra-core';
import type { VisitOrder } from '../../../src/wire/orderApi.ts';
import { OrderActions } from './OrderActions.tsx';

/** States whether the patient fasts, if a test requires it, with the buttons that record the answer. */
export function Fasting({ order, offline, onDone }: { order: VisitOrder; offline?: boolean; onDone: () => void }) {
  const t = useTranslate();
  if (order.tests.every(({ fastingHours }) => fastingHours === 0)) return null;
  const actions = [
    ...(order.fasting === 'confirmed' ? [] : ['confirmFasting']),
    ...(order.fasting === 'notFasting' ? [] : ['denyFasting']),
  ];
  return (
    <>
      <p className="order-line">{t(`orders.fasting.${order.fasting}`)}</p>
      {!offline && <OrderActions id={order.id} actions={actions} success="orders.fastingNoted" onDone={onDone} />}
    </>
  );
}
