import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslate } from 'ra-core';
import { request } from '../../dataProvider/request.ts';
import { toast } from '../../notify/toast.ts';
import { isOffered } from '../../session/session.ts';
import { useFailure } from '../../views/shared/useFailure.ts';
import { readSessions, sessionCalls } from '../../wire/sessionCalls.ts';

const SESSIONS_KEY = ['sessions'];

/** Fetches the user's sessions. Undefined if the host lacks the call (design.md: extras). */
export const useSessions = () =>
  useQuery({
    queryKey: SESSIONS_KEY,
    enabled: isOffered(sessionCalls.sessions),
    queryFn: async ({ signal }) => readSessions(await request(sessionCalls.sessions, { signal })),
  }).data;

/** Ends one session, or all others if `id` is undefined. */
export function useEndSessions() {
  const t = useTranslate();
  const fail = useFailure();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id?: string) =>
      id === undefined ? request(sessionCalls.endOtherSessions) : request(sessionCalls.endSession, { params: { id } }),
    onSuccess: (_, id) => toast.success(t(id === undefined ? 'toasts.sessionsEnded' : 'toasts.sessionEnded')),
    onError: fail,
    onSettled: () => client.invalidateQueries({ queryKey: SESSIONS_KEY }),
  });
}
