import { useTranslate } from 'ra-core';
import { dayAndTime } from '../../../frame/fields/date.ts';
import { useIntl } from '../../../frame/parts/intl.ts';
import type { Confirmation, VisitOrder } from '../../wire/orders.ts';
import { ordersAccess } from './testOrders.ts';
import { useOrderAction } from './useOrderAction.ts';

interface PatientAnswerProps {
  answered: Confirmation;
  order: VisitOrder | null;
  /** A no that nobody has settled. */
  isOpen: boolean;
  onDone: () => void;
}

/** What the patient answered to the mail of the evening before; an admin settles a no by phone. */
export function PatientAnswer({ answered: { answer, reason, at }, order, isOpen, onDone }: PatientAnswerProps) {
  const t = useTranslate();
  const intl = useIntl();
  const when = (moment: string) => {
    const { day, time } = dayAndTime(moment, intl);
    return `${day}, ${time}`;
  };
  const { agreedAt } = order ?? {};
  const isSettled = answer === 'declined' && !isOpen && agreedAt && Date.parse(agreedAt) >= Date.parse(at);
  return (
    <>
      <p>{t(`orders.${answer}ByPatient`, { when: when(at), reason: t(`orders.declined.${reason ?? 'other'}`) })}</p>
      {isSettled && <p>{t('orders.confirmedByPhone', { when: when(agreedAt) })}</p>}
      {isOpen && order && <ByPhone id={order.id} onDone={onDone} />}
    </>
  );
}

function ByPhone({ id, onDone }: { id: string; onDone: () => void }) {
  const t = useTranslate();
  const { act, isPending } = useOrderAction(id, 'orders.phoneNoted', onDone);
  if (!ordersAccess().may('confirmByPhone')) return null;
  return (
    <div className="record-actions">
      <button type="button" className="record-action" disabled={isPending} onClick={() => act('confirmByPhone')}>
        {t('orders.confirmByPhone')}
      </button>
    </div>
  );
}
