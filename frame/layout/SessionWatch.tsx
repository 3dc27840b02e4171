import { useQueryClient } from '@tanstack/react-query';
import { useLogoutIfAccessDenied } from 'ra-core';
import { useEffect } from 'react';
import { RequestError } from '../dataProvider/request.ts';
import { translate } from '../i18n/provider.ts';

const isUnauthorized = (error: unknown): boolean => error instanceof RequestError && error.status === 401;

/** Ends the session when any query or mutation fails with code 401 (spec 8). */
export function SessionWatch() {
  const client = useQueryClient();
  const logoutIfAccessDenied = useLogoutIfAccessDenied();
  useEffect(() => {
    const hear = ({ type, action }: { type: string; action?: { type: string; error?: unknown } }) => {
      if (type === 'updated' && action?.type === 'error' && isUnauthorized(action.error))
        void logoutIfAccessDenied(action.error);
    };
    const queries = client.getQueryCache().subscribe(hear);
    const mutations = client.getMutationCache().subscribe(hear);
    return () => {
      queries();
      mutations();
    };
  }, [client, logoutIfAccessDenied]);
  return null;
}

/** Leaves for /signin when the token is missing. */
export function TokenMissing() {
  const logoutIfAccessDenied = useLogoutIfAccessDenied();
  useEffect(() => {
    void logoutIfAccessDenied(new RequestError(translate('errors.missingToken'), 401));
  }, [logoutIfAccessDenied]);
  return null;
}
