import { useTranslate } from 'ra-core';
import { Link } from 'react-router';
import type { VisitOrder } from '../../wire/orderApi.ts';
import { OrderActions } from './OrderActions.tsx';
import { getOrdersAccess } from './ordersAccess.ts';

interface RedrawProps {
  order: VisitOrder;
  /** The patient has not agreed to the time. */
  timeOpen: boolean;
  onDone: () => void;
}

/** For a redraw: link to the original order, and a button to record that the patient agreed to the time. */
export function Redraw({ order, timeOpen, onDone }: RedrawProps) {
  const t = useTranslate();
  if (!order.redrawOf) return null;
  const { list, may } = getOrdersAccess();
  return (
    <>
      <p className="order-line">
        <strong>{t('orders.redraw')}</strong>{' '}
        {list && <Link to={`${list}/${order.redrawOf}`}>{t('orders.redrawOf')}</Link>}
      </p>
      {timeOpen && may('agreeTime') && (
        <OrderActions id={order.id} actions={['agreeTime']} success="orders.timeAgreed" onDone={onDone} />
      )}
    </>
  );
}
