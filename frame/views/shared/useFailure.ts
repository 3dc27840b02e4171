import { useLogoutIfAccessDenied, useRefresh, useTranslate } from 'ra-core';
import { useCallback } from 'react';
import { RequestError } from '../../dataProvider/request.ts';
import { toast } from '../../notify/toast.ts';
import { readSession } from '../../session/session.ts';

/** Shows why something failed: the host's message or the call's own; a session that is over leads to /signin (spec 8). */
export function useFailure(): (cause: unknown) => void {
  const logoutIfAccessDenied = useLogoutIfAccessDenied();
  const refresh = useRefresh();
  const translate = useTranslate();
  return useCallback(
    async (cause) => {
      // A session that ended meanwhile was reported, and is why the rest fails.
      const over = (await logoutIfAccessDenied(cause)) || readSession() === 'missing';
      // What the host asked back stood in a dialog, and the answer was no.
      const declined = cause instanceof RequestError && cause.needsConfirmation;
      if (over || declined) return;
      // Somebody else was first: what is shown is no longer so.
      const isConflict = cause instanceof RequestError && cause.code === 409;
      const reload = isConflict ? { label: translate('list.reload'), run: refresh } : undefined;
      toast.error(cause instanceof Error ? cause.message : String(cause), reload);
    },
    [logoutIfAccessDenied, refresh, translate],
  );
}
