import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useTranslate } from 'ra-core';
import { useState } from 'react';
import type { Photo } from '../../device/photos.ts';
import type { Appointment } from '../../wire/appointmentRecord.ts';
import { PhotoPreview } from './PhotoPreview.tsx';
import { PhotoState } from './PhotoState.tsx';
import { TakePhoto, THUMB } from './TakePhoto.tsx';
import { discard, useSendPhoto } from './usePhotos.ts';

interface PhotoPartProps {
  visit: Appointment;
  photo: Photo | undefined;
  /** On its way at this moment. */
  sending: boolean;
  /** The visit that comes next: its button is the screen's main one. */
  main: boolean;
}

/** A visit's tracking photo: the button that takes it, or what became of it (spec 4: one, and no second). */
export function PhotoPart({ visit, photo, sending, main }: PhotoPartProps) {
  const t = useTranslate();
  const [taken, setTaken] = useState<Blob | null>(null);
  const send = useSendPhoto(visit);
  const name = visit.patientName;
  const retake = <TakePhoto label={t('runSheet.retake')} name={t('runSheet.retakeOf', { name })} onTaken={setTaken} />;
  if (visit.trackingImage) return <PhotoState state="sent" />;
  if (taken) {
    const onUse = () => {
      setTaken(null);
      void send(taken);
    };
    return <PhotoPreview picture={taken} name={name} onUse={onUse} again={retake} />;
  }
  if (!photo)
    return (
      <TakePhoto label={t('runSheet.photo')} name={t('runSheet.photoOf', { name })} main={main} onTaken={setTaken} />
    );
  return (
    <Box sx={{ display: 'grid', gap: 1 }}>
      <PhotoState
        state={sending ? 'sending' : photo.refused === undefined ? 'waiting' : 'refused'}
        cause={photo.refused}
      />
      {!sending && (
        <Box sx={{ display: 'grid', gap: 1, gridTemplateColumns: '1fr 1fr' }}>
          <Button variant="outlined" onClick={() => discard(photo.id)} sx={{ minHeight: THUMB }}>
            {t('runSheet.discard')}
          </Button>
          {retake}
        </Box>
      )}
    </Box>
  );
}
