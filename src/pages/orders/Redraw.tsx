import { useTranslate } from 'ra-core';
import { Link } from 'react-router';
import type { VisitOrder } from '../../wire/orderApi.ts';
import { getOrdersAccess } from './ordersAccess.ts';
import { useOrderAction } from './useOrderAction.ts';

interface RedrawProps {
  order: VisitOrder;
  /** The patient has not agreed to the time. */
  timeOpen: boolean;
  onDone: () => void;
}

/** Link to the original order of a redraw, and the agreement on its time. */
export function Redraw({ order, timeOpen, onDone }: RedrawProps) {
  const t = useTranslate();
  const { act, isPending } = useOrderAction(order.id, 'orders.timeAgreed', onDone);
  if (!order.redrawOf) return null;
  const { list, may } = getOrdersAccess();
  return (
    <>
      <p className="redraw">
        <strong>{t('orders.redraw')}</strong>{' '}
        {list && <Link to={`${list}/${order.redrawOf}`}>{t('orders.redrawOf')}</Link>}
      </p>
      {timeOpen && may('agreeTime') && (
        <div className="record-actions">
          <button type="button" className="record-action" disabled={isPending} onClick={() => act('agreeTime')}>
            {t('orders.agreeTime')}
          </button>
        </div>
      )}
    </>
  );
}
