import { RequestError } from '../../dataProvider/request.ts';
import { askToConfirm } from '../../notify/askToConfirm.ts';

/**
 * Makes a change; where the host asks back (`confirm` of its binding), asks the person, and makes it again as confirmed
 * if they agree. `change` is given the meta of the data provider's call. Throws what the change throws, the question
 * too where they do not agree: `useFailure` shows it no second time.
 */
export async function confirmAndRetry<T>(change: (meta: { confirmed?: true }) => Promise<T>): Promise<T> {
  try {
    return await change({});
  } catch (cause) {
    if (!(cause instanceof RequestError && cause.needsConfirmation && (await askToConfirm(cause.message)))) throw cause;
    return change({ confirmed: true });
  }
}
