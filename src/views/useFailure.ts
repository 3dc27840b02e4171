import { useLogoutIfAccessDenied } from 'ra-core';
import { useCallback } from 'react';
import { toast } from '../layout/toast.ts';

/** Tells why something failed: the host's message or the call's own; a session that is over leads to /signin (spec 8). */
export function useFailure(): (cause: unknown) => void {
  const logoutIfAccessDenied = useLogoutIfAccessDenied();
  return useCallback(
    async (cause) => {
      const over = await logoutIfAccessDenied(cause);
      if (!over) toast.error(cause instanceof Error ? cause.message : String(cause));
    },
    [logoutIfAccessDenied],
  );
}
