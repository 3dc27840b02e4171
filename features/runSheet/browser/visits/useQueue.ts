import { toast, useOnce } from 'portal-frame/browser';
import { useTranslate } from 'ra-core';
import { useCallback, useEffect, useSyncExternalStore } from 'react';
import {
  addPhoto,
  addReport,
  getQueue,
  type Queue,
  type QueuedReport,
  removeQueued,
  subscribeToQueue,
} from '../device/offlineQueue.ts';
import { sendWaiting, startSending } from '../device/offlineSender.ts';

export function useQueue(): Queue {
  useEffect(startSending, []);
  return useSyncExternalStore(subscribeToQueue, getQueue);
}

interface SentVisit {
  id: string;
  patientName: string;
  appointmentDateTime: string;
}

/** Queues a photo or report and sends it when possible. False on failure, after a toast, and for a double click. */
export function useSendReport({ id, patientName, appointmentDateTime }: SentVisit) {
  const t = useTranslate();
  const send = useOnce(async (made: Blob | QueuedReport['report']): Promise<boolean> => {
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
  return useCallback(async (made: Blob | QueuedReport['report']) => (await send(made)) ?? false, [send]);
}

export const discardQueued = (id: string): Promise<void> => removeQueued(id).catch(() => undefined);
