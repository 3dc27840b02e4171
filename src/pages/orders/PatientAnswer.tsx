import { useFormatMoment } from 'portal-frame/browser';
import { useTranslate } from 'ra-core';
import type { VisitConfirmation, VisitOrder } from '../../wire/orderApi.ts';
import { OrderActions } from './OrderActions.tsx';
import { getOrdersAccess } from './ordersAccess.ts';

interface PatientAnswerProps {
  confirmation: VisitConfirmation;
  order: VisitOrder | null;
  /** The patient declined, and nobody has settled it. */
  isUnsettled: boolean;
  onDone: () => void;
}

/** Shows the patient's answer to the confirmation mail. An admin can note that a refusal was settled by phone. */
export function PatientAnswer({ confirmation, order, isUnsettled, onDone }: PatientAnswerProps) {
  const t = useTranslate();
  const formatMoment = useFormatMoment();
  const { answer, reason, at } = confirmation;
  const { agreedAt } = order ?? {};
  const isSettled = answer === 'declined' && !isUnsettled && agreedAt && Date.parse(agreedAt) >= Date.parse(at);
  const when = formatMoment(at);
  return (
    <>
      <p className="order-line">
        {t(`orders.${answer}ByPatient`, { when, reason: t(`orders.declined.${reason ?? 'other'}`) })}
      </p>
      {isSettled && <p className="order-line">{t('orders.confirmedByPhone', { when: formatMoment(agreedAt) })}</p>}
      {isUnsettled && order && getOrdersAccess().may('confirmByPhone') && (
        <OrderActions id={order.id} actions={['confirmByPhone']} success="orders.phoneNoted" onDone={onDone} />
      )}
    </>
  );
}
