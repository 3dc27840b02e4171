import { useQueryClient } from '@tanstack/react-query';
import { useLogoutIfAccessDenied } from 'ra-core';
import { useEffect } from 'react';
import { TODAY_KEY } from '../../../../src/dashboards/today/todayQuery.ts';
import type { Appointment } from '../../../../src/wire/appointments/appointmentRecord.ts';
import { type SentChange, senderEvents } from '../device/offlineSender.ts';

/** Applies sent changes to all cached copies of a visit, and signs out if the session ended. */
export function useSentUpdates(): void {
  const queryClient = useQueryClient();
  const logoutIfAccessDenied = useLogoutIfAccessDenied();
  useEffect(() => {
    const onSent = ({ detail }: CustomEventInit<SentChange>) => {
      if (!detail) return;
      const updated = (visit: Appointment) => (visit.id === detail.id ? { ...visit, ...detail.change } : visit);
      queryClient.setQueryData<Appointment[]>(TODAY_KEY, (cached) => cached?.map(updated));
      const recordKey = ['appointments', 'getOne', { id: detail.id, meta: undefined }];
      queryClient.setQueryData<Appointment>(recordKey, (cached) => cached && updated(cached));
      void queryClient.invalidateQueries({ queryKey: ['appointments'] });
    };
    const onOver = ({ detail }: CustomEventInit<Error>) => void logoutIfAccessDenied(detail);
    senderEvents.addEventListener('sent', onSent);
    senderEvents.addEventListener('over', onOver);
    return () => {
      senderEvents.removeEventListener('sent', onSent);
      senderEvents.removeEventListener('over', onOver);
    };
  }, [queryClient, logoutIfAccessDenied]);
}
