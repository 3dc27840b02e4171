import { Box, TextField, Typography } from '@mui/material';
import { useTranslate } from 'ra-core';
import type { ReactNode, RefObject } from 'react';
import { MAX_LABEL_LENGTH } from '../../../../src/wire/orderApi.ts';
import { TakePhoto } from '../../../runSheet/browser/visits/TakePhoto.tsx';
import type { Scan } from './useScan.ts';

interface ScanFieldsProps {
  scan: Scan;
  /** Name of the text field. A scanner ends with Enter, which submits the surrounding form. */
  label: string;
  hint?: string;
  inputRef?: RefObject<HTMLInputElement | null>;
  autoFocus?: boolean;
  /** Beside the field. */
  children?: ReactNode;
}

/** Takes a label by camera, picture or typing. */
export function ScanFields({ scan, label, hint, inputRef, autoFocus = false, children }: ScanFieldsProps) {
  const t = useTranslate();
  const { video, text, error, onText, onPicture } = scan;
  return (
    <>
      {video.isOn && (
        <>
          <video ref={video.ref} className="label-video" muted playsInline aria-label={t('orders.camera')} />
          <Typography variant="body2" color="textSecondary">
            {t('orders.camera')}
          </Typography>
        </>
      )}
      <TakePhoto label={t('orders.picture')} name={t('orders.picture')} onTaken={onPicture} />
      <Box
        sx={{
          display: 'grid',
          gap: 1,
          gridTemplateColumns: children ? 'minmax(0, 1fr) auto' : 'minmax(0, 1fr)',
          alignItems: 'start',
        }}
      >
        <TextField
          label={label}
          value={text}
          inputRef={inputRef}
          // A scanner types into the focused field.
          autoFocus={autoFocus}
          onChange={({ target }) => onText(target.value)}
          error={error !== ''}
          helperText={error || hint}
          slotProps={{
            htmlInput: { maxLength: MAX_LABEL_LENGTH, autoComplete: 'off', autoCapitalize: 'characters' },
            formHelperText: { role: 'alert' },
          }}
        />
        {children}
      </Box>
    </>
  );
}
