import PhotoCamera from '@mui/icons-material/PhotoCameraOutlined';
import { FileButton, toast } from 'portal-frame/browser';
import { shrinkPicture } from 'portal-frame/device';
import { useTranslate } from 'ra-core';
import { useState } from 'react';

/** Pixels. Large enough to hit with a thumb. */
export const THUMB_SIZE = 48;

interface TakePhotoProps {
  label: string;
  name: string;
  main?: boolean;
  /** Receives the picture, reduced for upload. */
  onTaken: (picture: Blob) => void;
}

/** A button that takes a photo with the phone's camera. */
export function TakePhoto({ label, name, main, onTaken }: TakePhotoProps) {
  const t = useTranslate();
  const [busy, setBusy] = useState(false);
  const take = async ([picture]: File[]) => {
    if (!picture) return;
    setBusy(true);
    const small = await shrinkPicture(picture).catch(() => null);
    setBusy(false);
    if (small) onTaken(small);
    else toast.error(t('runSheet.noPicture'));
  };
  return (
    <FileButton
      fullWidth
      disabled={busy}
      variant={main ? 'contained' : 'outlined'}
      startIcon={<PhotoCamera />}
      minHeight={THUMB_SIZE}
      input={{ accept: 'image/*', capture: 'environment', 'aria-label': name }}
      onFiles={take}
    >
      {label}
    </FileButton>
  );
}
