import { useTranslate } from 'ra-core';
import { useCallback, useEffect, useSyncExternalStore } from 'react';
import { addPhoto, currentPhotos, dropPhoto, onPhotos, type Photos } from '../../device/photos.ts';
import { sendPhotos, startSending } from '../../device/sender.ts';
import { shrink } from '../../device/shrink.ts';
import { toast } from '../../layout/toast.ts';
import type { Appointment } from '../../wire/appointmentRecord.ts';

/** The photos that wait on this device; from now on they are sent whenever there is a chance. */
export function usePhotos(): Photos {
  useEffect(startSending, []);
  return useSyncExternalStore(onPhotos, currentPhotos);
}

/** Takes a visit's photo: made smaller, kept on this device, and sent as soon as it can be. */
export function useTakePhoto({ id, patientName, appointmentDateTime }: Appointment): (picture: File) => Promise<void> {
  const t = useTranslate();
  return useCallback(
    async (picture) => {
      const small = await shrink(picture).catch(() => null);
      if (!small) {
        toast.error(t('runSheet.noPicture'));
        return;
      }
      try {
        await addPhoto({ appointment: id, patientName, appointmentDateTime }, small);
        void sendPhotos();
      } catch {
        toast.error(t('runSheet.notKept'));
      }
    },
    [id, patientName, appointmentDateTime, t],
  );
}

export const discard = (id: string): Promise<void> => dropPhoto(id).catch(() => undefined);
