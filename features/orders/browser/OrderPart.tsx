import { Skeleton } from '@mui/material';
import { useQueryClient } from '@tanstack/react-query';
import type { ActionProps } from 'portal-frame';
import { hasFeature, ListError, useFormatMoment } from 'portal-frame/browser';
import { useTranslate } from 'ra-core';
import { Link } from 'react-router';
import type { Gap, VisitOrder } from '../../../src/wire/orderApi.ts';
import type { VisitConfirmation } from '../wire/visitOrderApi.ts';
import { Fasting } from './FastingAnswer.tsx';
import { GapList } from './GapList.tsx';
import { OrderActions } from './OrderActions.tsx';
import { getOrdersAccess } from './ordersAccess.ts';
import { TubeList } from './TubeList.tsx';
import { useVisitOrder } from './useVisitOrder.ts';

/** Order of an appointment: tests, tubes and gaps. */
export default function OrderPart({ record }: ActionProps) {
  const t = useTranslate();
  const { data, error, refetch } = useVisitOrder(record.id);
  if (!hasFeature('orders')) return null;
  if (error && !data) return <ListError message={error.message} onRetry={refetch} />;
  const open = record.status === 'Pending';
  if (data ? !data.order && !data.confirmation && !open : !open) return null;
  return (
    <section className="details">
      <h3>{t('orders.title')}</h3>
      {data ? <FullOrder {...data} record={record} /> : <Skeleton variant="rounded" height={120} />}
    </section>
  );
}

function FullOrder({
  order,
  gaps,
  confirmation,
  record,
}: { order: VisitOrder | null; gaps: readonly Gap[]; confirmation: VisitConfirmation | null } & Pick<
  ActionProps,
  'record'
>) {
  const t = useTranslate();
  const queryClient = useQueryClient();
  const open = record.status === 'Pending';
  const refresh = () => queryClient.invalidateQueries({ queryKey: ['appointments'] });
  return (
    <>
      <GapList gaps={gaps} />
      {confirmation && (
        <PatientAnswer
          confirmation={confirmation}
          order={order}
          isUnsettled={gaps.includes('declined')}
          onDone={refresh}
        />
      )}
      {order && <Redraw order={order} timeOpen={gaps.includes('timeOpen')} onDone={refresh} />}
      {order ? (
        <Order order={order} />
      ) : (
        !gaps.includes('noOrder') && <p className="order-line quiet">{t('orders.none')}</p>
      )}
      {order && open && <Fasting order={order} onDone={refresh} />}
      <OrderLink order={order} appointment={open ? record.id : null} />
    </>
  );
}

function Order({ order }: { order: VisitOrder }) {
  const t = useTranslate();
  const { tests, tubes, orderedBy, requisition } = order;
  const head = [requisition, orderedBy && t('orders.orderedBy', { name: orderedBy })].filter(Boolean);
  return (
    <>
      {head.length > 0 && <div>{head.join(' · ')}</div>}
      <ul className="order-tests" aria-label={t('orders.tests')}>
        {tests.map(({ name, loinc, fastingHours, preparation }) => (
          <li key={name}>
            {name}{' '}
            <span className="quiet">
              {[loinc, fastingHours > 0 && t('orders.fasts', { hours: fastingHours }), preparation]
                .filter(Boolean)
                .join(' · ')}
            </span>
          </li>
        ))}
      </ul>
      <TubeList tubes={tubes} />
    </>
  );
}

/** Links to the order, or to the form that adds one to the pending visit `appointment`. */
function OrderLink({ order, appointment }: { order: VisitOrder | null; appointment: string | null }) {
  const t = useTranslate();
  const { list, form, may } = getOrdersAccess();
  const to = order ? list && `${list}/${order.id}` : may('create') && appointment && form;
  if (!to) return null;
  return (
    <div>
      <Link className="record-action" to={to} {...(!order && { state: { record: { appointment } } })}>
        {t(order ? 'orders.open' : 'orders.add')}
      </Link>
    </div>
  );
}

interface RedrawProps {
  order: VisitOrder;
  /** The patient has not agreed to the time. */
  timeOpen: boolean;
  onDone: () => void;
}

/** For a redraw: link to the original order, and a button to record that the patient agreed to the time. */
function Redraw({ order, timeOpen, onDone }: RedrawProps) {
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

interface PatientAnswerProps {
  confirmation: VisitConfirmation;
  order: VisitOrder | null;
  /** The patient declined, and nobody has settled it. */
  isUnsettled: boolean;
  onDone: () => void;
}

/** Shows the patient's answer to the confirmation mail. An admin can note that a refusal was settled by phone. */
function PatientAnswer({ confirmation, order, isUnsettled, onDone }: PatientAnswerProps) {
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
