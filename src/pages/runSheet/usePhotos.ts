import { useTranslate } from 'ra-core';
import { useCallback, useEffect, useSyncExternalStore } from 'react';
import { addPhoto, currentPhotos, dropPhoto, onPhotos, type Photos } from '../../device/photos.ts';
import { sendPhotos, startSending } from '../../device/sender.ts';
import { toast } from '../../layout/toast.ts';
import type { Appointment } from '../../wire/appointmentRecord.ts';

/** The photos that wait on this device; from now on they are sent whenever there is a chance. */
export function usePhotos(): Photos {
  useEffect(startSending, []);
  return useSyncExternalStore(onPhotos, currentPhotos);
}

/** Sends a visit's photo: kept on this device until the host has it. */
export function useSendPhoto({ id, patientName, appointmentDateTime }: Appointment): (picture: Blob) => Promise<void> {
  const t = useTranslate();
  return useCallback(
    async (picture) => {
      try {
        await addPhoto({ appointment: id, patientName, appointmentDateTime }, picture);
        void sendPhotos();
      } catch {
        toast.error(t('runSheet.notKept'));
      }
    },
    [id, patientName, appointmentDateTime, t],
  );
}

export const discard = (id: string): Promise<void> => dropPhoto(id).catch(() => undefined);
