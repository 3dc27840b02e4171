import { Box, Button } from '@mui/material';
import { useTranslate } from 'ra-core';
import { type ReactNode, useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import { THUMB_SIZE } from './TakePhoto.tsx';

interface PhotoPreviewProps {
  picture: Blob;
  name: string;
  onUse: () => void;
  /** Button that takes another photo. */
  again: ReactNode;
}

/** Shows the photo before it is sent. */
export function PhotoPreview({ picture, name, onUse, again }: PhotoPreviewProps) {
  const t = useTranslate();
  const use = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => use.current?.focus(), []);
  return (
    <Box role="group" aria-label={t('runSheet.previewOf', { name })} sx={{ display: 'grid', gap: 1 }}>
      <PhotoPicture picture={picture} name={name} />
      <Box sx={{ display: 'grid', gap: 1, gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' }}>
        {again}
        <Button ref={use} variant="contained" onClick={onUse} sx={{ minHeight: THUMB_SIZE }}>
          {t('runSheet.use')}
        </Button>
      </Box>
    </Box>
  );
}

export function PhotoPicture({ picture, name }: Pick<PhotoPreviewProps, 'picture' | 'name'>) {
  const t = useTranslate();
  const url = useMemo(() => URL.createObjectURL(picture), [picture]);
  useEffect(() => () => URL.revokeObjectURL(url), [url]);
  return (
    <Box
      component="img"
      src={url}
      alt={t('runSheet.previewOf', { name })}
      sx={{ width: 1, maxHeight: '45vh', objectFit: 'contain', borderRadius: 2, bgcolor: 'action.hover' }}
    />
  );
}
