import { useTranslate } from 'ra-core';
import { formatDayAndTime } from '../../../frame/fields/date.ts';
import { useIntl } from '../../../frame/parts/intl.ts';
import type { VisitConfirmation, VisitOrder } from '../../wire/orderApi.ts';
import { getOrdersAccess } from './ordersAccess.ts';
import { useOrderAction } from './useOrderAction.ts';

interface PatientAnswerProps {
  confirmation: VisitConfirmation;
  order: VisitOrder | null;
  /** The patient declined, and nobody has settled it. */
  isUnsettled: boolean;
  onDone: () => void;
}

/** The patient's answer to the confirmation mail. An admin settles a refusal by phone. */
export function PatientAnswer({
  confirmation: { answer, reason, at },
  order,
  isUnsettled: isOpen,
  onDone,
}: PatientAnswerProps) {
  const t = useTranslate();
  const intl = useIntl();
  const when = (moment: string) => {
    const { day, time } = formatDayAndTime(moment, intl);
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
  if (!getOrdersAccess().may('confirmByPhone')) return null;
  return (
    <div className="record-actions">
      <button type="button" className="record-action" disabled={isPending} onClick={() => act('confirmByPhone')}>
        {t('orders.confirmByPhone')}
      </button>
    </div>
  );
}
