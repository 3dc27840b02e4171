import { RequestError } from '../../dataProvider/request.ts';
import { askForReason, askToConfirm, type Confirmed } from '../../notify/askToConfirm.ts';

async function askPerson({ message, details }: RequestError): Promise<Confirmed | null> {
  if (details.reason) return askForReason(message);
  if (!(await askToConfirm(message))) return null;
  return { confirmed: true, ...(details.confirm && { answer: details.confirm }) };
}

/**
 * Makes a change and asks the person if the host requires confirmation (`confirm` of its binding, or of a hook's refusal). If they agree, it
 * repeats the change with `confirmed`. `change` receives the data provider's meta. Errors are rethrown; `useFailure`
 * does not show a declined question again.
 */
export async function confirmAndRetry<T>(change: (meta: Partial<Confirmed>) => Promise<T>): Promise<T> {
  try {
    return await change({});
  } catch (cause) {
    const confirmed = cause instanceof RequestError && cause.needsConfirmation ? await askPerson(cause) : null;
    if (!confirmed) throw cause;
    return change(confirmed);
  }
}
