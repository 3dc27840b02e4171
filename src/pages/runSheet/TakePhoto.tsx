import PhotoCamera from '@mui/icons-material/PhotoCameraOutlined';
import { Box, Button } from '@mui/material';
import { useTranslate } from 'ra-core';
import { type ChangeEvent, useState } from 'react';
import { shrinkPicture } from '../../../frame/device/shrinkPicture.ts';
import { LABEL_BUTTON_PROPS } from '../../../frame/inputs/useFileDrop.ts';
import { toast } from '../../../frame/notify/toast.ts';
import { visuallyHidden } from '../../../frame/theme/visuallyHidden.ts';

/** Pixels. Large enough to hit with a thumb. */
export const THUMB_SIZE = 48;

interface TakePhotoProps {
  label: string;
  name: string;
  main?: boolean;
  /** Receives the picture, reduced for upload. */
  onTaken: (picture: Blob) => void;
}

/** Opens the camera. */
export function TakePhoto({ label, name, main, onTaken }: TakePhotoProps) {
  const t = useTranslate();
  const [busy, setBusy] = useState(false);
  const onChange = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [picture] = target.files ?? [];
    if (!picture) return;
    setBusy(true);
    const small = await shrinkPicture(picture).catch(() => null);
    setBusy(false);
    target.value = '';
    if (small) onTaken(small);
    else toast.error(t('runSheet.noPicture'));
  };
  return (
    <Button
      {...LABEL_BUTTON_PROPS}
      fullWidth
      disabled={busy}
      variant={main ? 'contained' : 'outlined'}
      startIcon={<PhotoCamera />}
      sx={(theme) => ({
        minHeight: THUMB_SIZE,
        '&:focus-within': { outline: `2px solid ${(theme.vars ?? theme).palette.primary.main}`, outlineOffset: 2 },
      })}
    >
      {label}
      <Box
        component="input"
        type="file"
        accept="image/*"
        capture="environment"
        aria-label={name}
        onChange={onChange}
        sx={visuallyHidden}
      />
    </Button>
  );
}
