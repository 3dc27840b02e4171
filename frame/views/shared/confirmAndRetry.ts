import { RequestError } from '../../dataProvider/request.ts';
import { askToConfirm } from '../../notify/askToConfirm.ts';

/**
 * Makes a change and asks the person if the host requires confirmation (`confirm` of its binding). If they agree, it
 * repeats the change with `confirmed`. `change` receives the data provider's meta. Errors are rethrown; `useFailure`
 * does not show a declined question again.
 */
export async function confirmAndRetry<T>(change: (meta: { confirmed?: true }) => Promise<T>): Promise<T> {
  try {
    return await change({});
  } catch (cause) {
    if (!(cause instanceof RequestError && cause.needsConfirmation && (await askToConfirm(cause.message)))) throw cause;
    return change({ confirmed: true });
  }
}
