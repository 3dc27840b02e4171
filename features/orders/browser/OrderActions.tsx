import { notifySuccess, useFailure, useOnce } from 'portal-frame/browser';
import { useTranslate, useUpdate } from 'ra-core';

interface OrderActionsProps {
  id: string;
  /** Actions of testOrders; the labels are `orders.{action}`. */
  actions: readonly string[];
  /** i18n key of the success toast. */
  success: string;
  onDone: () => void;
}

/** Buttons for actions of an order, in the show view of its appointment. */
export function OrderActions({ id, actions, success, onDone }: OrderActionsProps) {
  const t = useTranslate();
  const fail = useFailure();
  const [update, { isPending }] = useUpdate();
  const run = useOnce(async (action: string) => {
    try {
      const params = { id, data: {}, meta: { action } };
      await update('testOrders', params, { mutationMode: 'pessimistic', returnPromise: true });
      if (notifySuccess(t(success))) onDone();
    } catch (cause) {
      fail(cause);
    }
  });
  return (
    <div className="outlined-actions">
      {actions.map((action) => (
        <button key={action} type="button" className="record-action" disabled={isPending} onClick={() => run(action)}>
          {t(`orders.${action}`)}
        </button>
      ))}
    </div>
  );
}
