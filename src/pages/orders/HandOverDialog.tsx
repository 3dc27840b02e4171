import {
  Box,
  Checkbox,
  Dialog,
  DialogContent,
  DialogTitle,
  FormControlLabel,
  MenuItem,
  TextField,
} from '@mui/material';
import { useTranslate } from 'ra-core';
import { type FormEvent, useCallback, useState } from 'react';
import { toast } from '../../../frame/notify/toast.ts';
import { useOnce } from '../../../frame/views/shared/useOnce.ts';
import { addHandOver } from '../../device/queue.ts';
import { sendWaiting } from '../../device/sender.ts';
import type { TubesInHand } from '../../wire/custodyApi.ts';
import { SendActions } from '../runSheet/SendActions.tsx';
import { THUMB_SIZE } from '../runSheet/TakePhoto.tsx';
import { ScanFields } from './ScanFields.tsx';
import { useScan } from './useScan.ts';

interface HandOverDialogProps {
  inHand: readonly TubesInHand[];
  onClose: () => void;
}

const isSameLabel = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();

/** Hands tubes to a laboratory, scanned or chosen. All must be for the same laboratory. */
export default function HandOverDialog({ inHand, onClose }: HandOverDialogProps) {
  const t = useTranslate();
  // Fixed while open, so that sending does not change the list.
  const [places] = useState(inHand);
  const [id, setId] = useState(places[0]?.id ?? '');
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const place = places.find((one) => one.id === id);
  const labels = place?.labels ?? [];
  const add = useCallback(
    async (label: string) => {
      const of = places.find((one) => one.labels.some((other) => isSameLabel(other, label)));
      if (!of) return t('custody.notBound', { label });
      if (of.id !== id && chosen.length > 0) return t('custody.notFor', { label, name: of.name });
      const written = of.labels.find((one) => isSameLabel(one, label)) ?? label;
      setId(of.id);
      setChosen((before) => [...new Set([...before, written])]);
      return undefined;
    },
    [places, id, chosen, t],
  );
  const scan = useScan(add);
  const give = useOnce(async () => {
    if (!place || chosen.length === 0) return void toast.error(t('custody.nothingChosen'));
    try {
      await addHandOver(place, chosen);
      void sendWaiting();
      onClose();
    } catch {
      toast.error(t('custody.notKept'));
    }
  });
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    // Enter after a label adds it.
    if (scan.text.trim()) void scan.submit();
    else void give();
  };
  const toggle = (label: string) =>
    setChosen((before) => (before.includes(label) ? before.filter((one) => one !== label) : [...before, label]));
  const all = labels.length > 0 && labels.every((label) => chosen.includes(label));
  return (
    <Dialog open onClose={onClose} maxWidth="xs" fullWidth aria-labelledby="hand-over-title">
      <Box
        component="form"
        onSubmit={onSubmit}
        noValidate
        autoComplete="off"
        // Only the tubes scroll.
        sx={{ display: 'flex', flexDirection: 'column', minHeight: 0 }}
      >
        <DialogTitle id="hand-over-title">{t('custody.handOver')}</DialogTitle>
        <DialogContent sx={{ display: 'grid', gap: 2, pt: '8px !important' }}>
          <TextField
            select={places.length > 1}
            label={t('custody.where')}
            value={places.length > 1 ? id : (place?.name ?? '')}
            onChange={({ target }) => {
              setId(target.value);
              setChosen([]);
            }}
            slotProps={{ input: { readOnly: places.length < 2 } }}
          >
            {places.map((one) => (
              <MenuItem key={one.id} value={one.id}>
                {one.name}
              </MenuItem>
            ))}
          </TextField>
          <ScanFields scan={scan} label={t('orders.typed')} />
          <Box sx={{ display: 'grid' }}>
            <FormControlLabel
              control={<Checkbox checked={all} onChange={() => setChosen(all ? [] : labels)} />}
              label={t('custody.all')}
              sx={{ minHeight: THUMB_SIZE }}
            />
            {labels.map((label) => (
              <FormControlLabel
                key={label}
                control={<Checkbox checked={chosen.includes(label)} onChange={() => toggle(label)} />}
                label={label}
                sx={{ minHeight: THUMB_SIZE, overflowWrap: 'anywhere' }}
              />
            ))}
          </Box>
        </DialogContent>
        <SendActions
          label={chosen.length > 0 ? t('custody.give', { smart_count: chosen.length }) : t('custody.handOver')}
          onClose={onClose}
        />
      </Box>
    </Dialog>
  );
}
