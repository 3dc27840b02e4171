import { useQueryClient } from '@tanstack/react-query';
import { useLogoutIfAccessDenied } from 'ra-core';
import { useEffect } from 'react';
import { type Sent, sender } from '../../device/sender.ts';
import type { Appointment } from '../../wire/appointmentRecord.ts';
import { todayApi } from '../../wire/appointments.ts';

/** Shared with the dashboard's table of today. */
export const TODAY = ['appointments', 'today', todayApi.employee.call.path];

/** What arrived shows at once, here and wherever else the appointment is shown. */
export function useSent(): void {
  const queryClient = useQueryClient();
  const logoutIfAccessDenied = useLogoutIfAccessDenied();
  useEffect(() => {
    const onSent = ({ detail }: CustomEventInit<Sent>) => {
      if (!detail) return;
      const updated = (one: Appointment) => (one.id === detail.id ? { ...one, ...detail.change } : one);
      queryClient.setQueryData<Appointment[]>(TODAY, (cached) => cached?.map(updated));
      const one = ['appointments', 'getOne', { id: detail.id, meta: undefined }];
      queryClient.setQueryData<Appointment>(one, (cached) => cached && updated(cached));
      void queryClient.invalidateQueries({ queryKey: ['appointments'] });
    };
    const onOver = ({ detail }: CustomEventInit<Error>) => void logoutIfAccessDenied(detail);
    sender.addEventListener('sent', onSent);
    sender.addEventListener('over', onOver);
    return () => {
      sender.removeEventListener('sent', onSent);
      sender.removeEventListener('over', onOver);
    };
  }, [queryClient, logoutIfAccessDenied]);
}
