import { type FormEvent, useState } from 'react';
import { getConnectionErrorText } from '../../dataProvider/connectionError.ts';
import { RequestError } from '../../dataProvider/request.ts';
import { toast } from '../../notify/toast.ts';

/**
 * State of a form's requests: ignores a second submit while one runs, and keeps the error text.
 * @param otherwise i18n key of the error text for failures without a message
 * @param withToast shows errors as a toast too
 */
export function useAttempt(otherwise = 'errors.tryAgain', { withToast } = { withToast: false }) {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState('');
  const attempt = async (work: () => Promise<void>, event?: FormEvent) => {
    event?.preventDefault();
    // React events bubble through portals into a surrounding form.
    event?.stopPropagation();
    if (busy) return;
    setBusy(true);
    setError('');
    try {
      await work();
    } catch (cause) {
      const message = cause instanceof RequestError ? cause.message : getConnectionErrorText(otherwise);
      setError(message);
      if (withToast) toast.error(message);
    }
    setBusy(false);
  };
  return { busy, error, setError, attempt };
}
