import { Box, Button } from '@mui/material';
import { useTranslate } from 'ra-core';
import { useState } from 'react';
import type { Appointment } from '../../../../src/wire/appointments/appointmentRecord.ts';
import type { QueuedPhoto } from '../device/offlineQueue.ts';
import { PhotoPreview } from './PhotoPreview.tsx';
import { getSendState, SendState } from './SendState.tsx';
import { TakePhoto, THUMB_SIZE } from './TakePhoto.tsx';
import { discardQueued, useSendReport } from './useQueue.ts';

export const FULL_WIDTH = { gridColumn: '1 / -1' };

interface PhotoPartProps {
  visit: Appointment;
  photo: QueuedPhoto | undefined;
  sending: string | null;
  main: boolean;
}

/** Tracking photo of a visit: the button, or its state (spec 4: only one). */
export function PhotoPart({ visit, photo, sending, main }: PhotoPartProps) {
  const t = useTranslate();
  const [taken, setTaken] = useState<Blob | null>(null);
  const send = useSendReport(visit);
  const name = visit.patientName;
  const retake = <TakePhoto label={t('runSheet.retake')} name={t('runSheet.retakeOf', { name })} onTaken={setTaken} />;
  if (visit.trackingImage)
    return (
      <Box sx={FULL_WIDTH}>
        <SendState state="sent">{t('runSheet.sent')}</SendState>
      </Box>
    );
  if (taken) {
    const onUse = () => {
      setTaken(null);
      void send(taken);
    };
    return (
      <Box sx={FULL_WIDTH}>
        <PhotoPreview picture={taken} name={name} onUse={onUse} again={retake} />
      </Box>
    );
  }
  if (!photo)
    return (
      <TakePhoto label={t('runSheet.photo')} name={t('runSheet.photoOf', { name })} main={main} onTaken={setTaken} />
    );
  const state = getSendState(photo, sending);
  return (
    <Box sx={{ ...FULL_WIDTH, display: 'grid', gap: 1 }}>
      <SendState state={state}>{t(`runSheet.${state}`, { cause: photo.refused })}</SendState>
      {state !== 'sending' && (
        <Box sx={{ display: 'grid', gap: 1, gridTemplateColumns: '1fr 1fr' }}>
          <Button variant="outlined" onClick={() => discardQueued(photo.id)} sx={{ minHeight: THUMB_SIZE }}>
            {t('runSheet.discard')}
          </Button>
          {retake}
        </Box>
      )}
    </Box>
  );
}
