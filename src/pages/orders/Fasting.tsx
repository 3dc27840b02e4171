import { useTranslate } from 'ra-core';
import type { VisitOrder } from '../../wire/orderApi.ts';
import { useOrderAction } from './useOrderAction.ts';

export function Fasting({ order, onDone }: { order: VisitOrder; onDone: () => void }) {
  const t = useTranslate();
  const { act, isPending } = useOrderAction(order.id, 'orders.fastingNoted', onDone);
  if (order.tests.every(({ fastingHours }) => fastingHours === 0)) return null;
  return (
    <div className="record-actions">
      {order.fasting !== 'confirmed' && (
        <button type="button" className="record-action" disabled={isPending} onClick={() => act('confirmFasting')}>
          {t('orders.confirmFasting')}
        </button>
      )}
      {order.fasting !== 'notFasting' && (
        <button type="button" className="record-action" disabled={isPending} onClick={() => act('denyFasting')}>
          {t('orders.denyFasting')}
        </button>
      )}
    </div>
  );
}
