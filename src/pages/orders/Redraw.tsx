import { useTranslate } from 'ra-core';
import { Link } from 'react-router';
import { mayDo } from '../../../frame/config/resource.ts';
import { currentRole } from '../../../frame/session/session.ts';
import testOrders from '../../resources/testOrders.ts';
import type { VisitOrder } from '../../wire/orders.ts';
import { useOrderAction } from './useOrderAction.ts';

interface RedrawProps {
  order: VisitOrder;
  /** Its time is a proposal that the patient has not agreed to. */
  timeOpen: boolean;
  onDone: () => void;
}

/** Of an order that draws a rejected tube again: that it does, from which order it comes, and its time being agreed on. */
export function Redraw({ order, timeOpen, onDone }: RedrawProps) {
  const t = useTranslate();
  const role = currentRole();
  const { act, isPending } = useOrderAction(order.id, 'orders.timeAgreed', onDone);
  if (!order.redrawOf) return null;
  const { list } = (role && testOrders.roles[role]) || {};
  return (
    <>
      <p className="redraw">
        <strong>{t('orders.redraw')}</strong>{' '}
        {list && <Link to={`${list}/${order.redrawOf}`}>{t('orders.redrawOf')}</Link>}
      </p>
      {timeOpen && mayDo(testOrders as never, role, 'agreeTime') && (
        <div className="record-deeds">
          <button type="button" className="record-deed" disabled={isPending} onClick={() => act('agreeTime')}>
            {t('orders.agreeTime')}
          </button>
        </div>
      )}
    </>
  );
}
