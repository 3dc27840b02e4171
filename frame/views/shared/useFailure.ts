import { useLogoutIfAccessDenied, useRefresh, useTranslate } from 'ra-core';
import { useCallback, useEffect } from 'react';
import { RequestError } from '../../dataProvider/request.ts';
import { toast } from '../../notify/toast.ts';
import { readSession } from '../../session/session.ts';

/** Returns a function that shows an error as a toast. An expired session leads to /signin (spec 8). */
export function useFailure(): (cause: unknown) => void {
  const logoutIfAccessDenied = useLogoutIfAccessDenied();
  const refresh = useRefresh();
  const translate = useTranslate();
  return useCallback(
    async (cause) => {
      // An expired session was reported already and explains the error.
      const over = (await logoutIfAccessDenied(cause)) || readSession() === 'missing';
      // The person declined the host's question in a dialog.
      const declined = cause instanceof RequestError && cause.needsConfirmation;
      if (over || declined) return;
      // Somebody else changed the record: offer to reload.
      const isConflict = cause instanceof RequestError && cause.code === 409;
      const reload = isConflict ? { label: translate('list.reload'), run: refresh } : undefined;
      toast.error(cause instanceof Error ? cause.message : String(cause), reload);
    },
    [logoutIfAccessDenied, refresh, translate],
  );
}

/** Shows a query's error as a toast. */
export function useShowError(error: Error | null): void {
  const fail = useFailure();
  useEffect(() => {
    if (error) fail(error);
  }, [error, fail]);
}
