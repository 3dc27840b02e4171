import { useTranslate, useUpdate } from 'ra-core';
import { tellSuccess } from '../../views/tellSuccess.ts';
import { useFailure } from '../../views/useFailure.ts';
import type { VisitOrder } from '../../wire/orders.ts';

/** Notes whether the patient fasts, where a test asks for it. */
export function Fasting({ order, onDone }: { order: VisitOrder; onDone: () => void }) {
  const t = useTranslate();
  const fail = useFailure();
  const [update, { isPending }] = useUpdate();
  if (order.tests.every(({ fastingHours }) => fastingHours === 0)) return null;
  const note = async (action: 'confirmFasting' | 'denyFasting') => {
    try {
      await update(
        'testOrders',
        { id: order.id, data: {}, meta: { action } },
        { mutationMode: 'pessimistic', returnPromise: true },
      );
      if (tellSuccess(t('orders.fastingNoted'))) onDone();
    } catch (cause) {
      fail(cause);
    }
  };
  return (
    <div className="record-deeds">
      {order.fasting !== 'confirmed' && (
        <button type="button" className="record-deed" disabled={isPending} onClick={() => note('confirmFasting')}>
          {t('orders.confirmFasting')}
        </button>
      )}
      {order.fasting !== 'notFasting' && (
        <button type="button" className="record-deed" disabled={isPending} onClick={() => note('denyFasting')}>
          {t('orders.denyFasting')}
        </button>
      )}
    </div>
  );
}
