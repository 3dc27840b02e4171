import { useLogoutIfAccessDenied } from 'ra-core';
import { useCallback } from 'react';
import { RequestError } from '../dataProvider/request.ts';
import { toast } from '../notify/toast.ts';
import { readSession } from '../session/session.ts';

/** Shows why something failed: the host's message or the call's own; a session that is over leads to /signin (spec 8). */
export function useFailure(): (cause: unknown) => void {
  const logoutIfAccessDenied = useLogoutIfAccessDenied();
  return useCallback(
    async (cause) => {
      // A session that ended meanwhile was reported, and is why the rest fails.
      const over = (await logoutIfAccessDenied(cause)) || readSession() === 'missing';
      // What the host asked back stood in a dialog, and the answer was no.
      const declined = cause instanceof RequestError && cause.asks;
      if (!over && !declined) toast.error(cause instanceof Error ? cause.message : String(cause));
    },
    [logoutIfAccessDenied],
  );
}
