import { useTranslate, useUpdate } from 'ra-core';
import { notifySuccess } from '../../../frame/views/shared/notifySuccess.ts';
import { useFailure } from '../../../frame/views/shared/useFailure.ts';
import { useOnce } from '../../../frame/views/shared/useOnce.ts';

/** Runs an order action from the show view of its appointment. */
export function useOrderAction(id: string, success: string, done: () => void) {
  const t = useTranslate();
  const fail = useFailure();
  const [update, { isPending }] = useUpdate();
  const act = useOnce(async (action: string) => {
    try {
      const asked = { id, data: {}, meta: { action } };
      await update('testOrders', asked, { mutationMode: 'pessimistic', returnPromise: true });
      if (notifySuccess(t(success))) done();
    } catch (cause) {
      fail(cause);
    }
  });
  return { act, isPending };
}
