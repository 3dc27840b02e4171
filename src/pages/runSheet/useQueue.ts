import { useTranslate } from 'ra-core';
import { useCallback, useEffect, useSyncExternalStore } from 'react';
import { toast } from '../../../frame/notify/toast.ts';
import { useOnce } from '../../../frame/views/shared/useOnce.ts';
import {
  addPhoto,
  addReport,
  currentQueue,
  dropWaiting,
  onQueue,
  type Queue,
  type Report,
} from '../../device/queue.ts';
import { sendWaiting, startSending } from '../../device/sender.ts';

/** What waits on this device; from now on it is sent whenever there is a chance. */
export function useQueue(): Queue {
  useEffect(startSending, []);
  return useSyncExternalStore(onQueue, currentQueue);
}

interface Made {
  id: string;
  patientName: string;
  appointmentDateTime: string;
}

/**
 * Sends a visit's photo or report: kept on this device until the host has it. False where that failed, and was said, and
 * while another is being kept: a double click sends one.
 */
export function useSend({ id, patientName, appointmentDateTime }: Made) {
  const t = useTranslate();
  const send = useOnce(async (made: Blob | Report['report']): Promise<boolean> => {
    const visit = { appointment: id, patientName, appointmentDateTime };
    try {
      await (made instanceof Blob ? addPhoto(visit, made) : addReport(visit, made));
      void sendWaiting();
      return true;
    } catch {
      toast.error(t(made instanceof Blob ? 'runSheet.notKept' : 'visitReports.notKept'));
      return false;
    }
  });
  return useCallback(async (made: Blob | Report['report']) => (await send(made)) ?? false, [send]);
}

export const discard = (id: string): Promise<void> => dropWaiting(id).catch(() => undefined);
