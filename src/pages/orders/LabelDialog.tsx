import Dialog from '@mui/material/Dialog';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import { type FormEvent, useCallback, useRef, useState } from 'react';
import { barcodeReader } from '../../device/barcode.ts';
import { isLabelUsed } from '../../device/labels.ts';
import { pixelsOf } from '../../device/pixels.ts';
import type { Appointment } from '../../wire/appointmentRecord.ts';
import { isLabel, MOST_LABEL, type OrderTube } from '../../wire/orders.ts';
import { SendActions } from '../runSheet/SendActions.tsx';
import { TakePhoto } from '../runSheet/TakePhoto.tsx';
import { useSend } from '../runSheet/useQueue.ts';
import { useCamera } from './useCamera.ts';

interface LabelDialogProps {
  visit: Appointment;
  tube: OrderTube;
  onClose: () => void;
}

/** Binds a pre-printed label to a tube: by the camera, by a picture of it, or typed. A label binds one tube alone. */
export default function LabelDialog({ visit, tube, onClose }: LabelDialogProps) {
  const t = useTranslate();
  const send = useSend(visit);
  const [text, setText] = useState('');
  const [error, setError] = useState('');
  const busy = useRef(false);
  const bind = useCallback(
    async (label: string) => {
      if (busy.current) return;
      busy.current = true;
      try {
        if (!isLabel(label)) return setError(t('validation.label'));
        if (await isLabelUsed(label)) return setError(t('orders.used', { label }));
        if (await send({ kind: 'tube', label, tube: tube.kindId })) onClose();
      } finally {
        busy.current = false;
      }
    },
    [t, send, tube, onClose],
  );
  const video = useCamera(bind);
  const onPicture = async (picture: Blob) => {
    const read = async () => (await barcodeReader())(await pixelsOf(picture));
    const label = await read().catch(() => null);
    if (label) await bind(label);
    else setError(t('orders.noCode'));
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    // A portal's events reach the form around it too, as React sees it.
    event.stopPropagation();
    void bind(text.trim());
  };
  const title = t('orders.scanOf', { kind: tube.kind, name: visit.patientName });
  return (
    <Dialog open onClose={onClose} maxWidth="xs" fullWidth aria-labelledby="label-title">
      <form onSubmit={onSubmit} noValidate autoComplete="off">
        <DialogTitle id="label-title" sx={{ overflowWrap: 'anywhere' }}>
          {title}
        </DialogTitle>
        <DialogContent sx={{ display: 'grid', gap: 2 }}>
          {video.element && (
            <>
              <video ref={video.ref} className="label-video" muted playsInline aria-label={t('orders.camera')} />
              <Typography variant="body2" color="textSecondary">
                {t('orders.camera')}
              </Typography>
            </>
          )}
          <TakePhoto label={t('orders.picture')} name={t('orders.picture')} onTaken={onPicture} />
          <TextField
            label={t('orders.typed')}
            value={text}
            onChange={({ target }) => {
              setText(target.value);
              setError('');
            }}
            error={error !== ''}
            helperText={error}
            slotProps={{
              htmlInput: { maxLength: MOST_LABEL, autoComplete: 'off', autoCapitalize: 'characters' },
              formHelperText: { role: 'alert' },
            }}
          />
        </DialogContent>
        <SendActions label={t('orders.bind')} onClose={onClose} />
      </form>
    </Dialog>
  );
}
