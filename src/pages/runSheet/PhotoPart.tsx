import PhotoCamera from '@mui/icons-material/PhotoCameraOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useTranslate } from 'ra-core';
import { type ChangeEvent, useState } from 'react';
import type { Photo } from '../../device/photos.ts';
import { LABEL } from '../../fields/inputs/dropping.ts';
import { visuallyHidden } from '../../theme/visuallyHidden.ts';
import type { Appointment } from '../../wire/appointmentRecord.ts';
import { PhotoState } from './PhotoState.tsx';
import { discard, useTakePhoto } from './usePhotos.ts';

/** Pixels: what a thumb hits without looking. */
export const THUMB = 48;

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
  if (visit.trackingImage) return <PhotoState state="sent" />;
  if (!photo) return <TakePhoto visit={visit} main={main} />;
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
          <TakePhoto visit={visit} again />
        </Box>
      )}
    </Box>
  );
}

/** Opens the camera; the input inside has the focus and the name. */
function TakePhoto({ visit, main, again }: { visit: Appointment; main?: boolean; again?: boolean }) {
  const t = useTranslate();
  const take = useTakePhoto(visit);
  const [busy, setBusy] = useState(false);
  const onChange = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [picture] = target.files ?? [];
    if (!picture) return;
    setBusy(true);
    await take(picture);
    setBusy(false);
    target.value = '';
  };
  return (
    <Button
      {...LABEL}
      fullWidth
      disabled={busy}
      variant={main ? 'contained' : 'outlined'}
      startIcon={<PhotoCamera />}
      sx={(theme) => ({
        minHeight: THUMB,
        '&:focus-within': { outline: `2px solid ${(theme.vars ?? theme).palette.primary.main}`, outlineOffset: 2 },
      })}
    >
      {t(again ? 'runSheet.retake' : 'runSheet.photo')}
      <Box
        component="input"
        type="file"
        accept="image/*"
        capture="environment"
        aria-label={t(again ? 'runSheet.retakeOf' : 'runSheet.photoOf', { name: visit.patientName })}
        onChange={onChange}
        sx={visuallyHidden}
      />
    </Button>
  );
}
