import { Box, Checkbox, FormControlLabel, MenuItem, TextField } from '@mui/material';
import { toast, useOnce } from 'portal-frame/browser';
import { useTranslate } from 'ra-core';
import { useCallback, useState } from 'react';
import { ScanFields } from '../../orders/browser/scan/ScanFields.tsx';
import { useScan } from '../../orders/browser/scan/useScan.ts';
import { sendWaiting } from '../../runSheet/browser/device/offlineSender.ts';
import { PhoneForm } from '../../runSheet/browser/visits/PhoneForm.tsx';
import { THUMB_SIZE } from '../../runSheet/browser/visits/TakePhoto.tsx';
import type { TubesInHand } from '../wire/custodyApi.ts';
import { addHandOver } from './addHandOver.ts';

interface HandOverDialogProps {
  inHand: readonly TubesInHand[];
  onClose: () => void;
}

const isSameLabel = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();

/** State of a hand-over: the laboratory and the chosen tubes. All must be for the same laboratory. */
function useHandOver(inHand: readonly TubesInHand[], onClose: () => void) {
  const t = useTranslate();
  // Fixed while open, so that sending does not change the list.
  const [laboratories] = useState(inHand);
  const [laboratoryId, setLaboratoryId] = useState(laboratories[0]?.id ?? '');
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const laboratory = laboratories.find(({ id }) => id === laboratoryId);
  const addLabel = useCallback(
    async (label: string) => {
      const owner = laboratories.find(({ labels }) => labels.some((other) => isSameLabel(other, label)));
      if (!owner) return t('custody.notBound', { label });
      if (owner.id !== laboratoryId && chosen.length > 0) return t('custody.notFor', { label, name: owner.name });
      const written = owner.labels.find((other) => isSameLabel(other, label)) ?? label;
      setLaboratoryId(owner.id);
      setChosen((before) => [...new Set([...before, written])]);
      return undefined;
    },
    [laboratories, laboratoryId, chosen, t],
  );
  const send = useOnce(async () => {
    if (!laboratory || chosen.length === 0) return void toast.error(t('custody.nothingChosen'));
    try {
      await addHandOver(laboratory, chosen);
      void sendWaiting();
      onClose();
    } catch {
      toast.error(t('custody.notKept'));
    }
  });
  const selectLaboratory = (id: string) => {
    setLaboratoryId(id);
    setChosen([]);
  };
  return { laboratories, laboratory, selectLaboratory, chosen, setChosen, addLabel, send };
}

/** Hands tubes to a laboratory, scanned or chosen. */
export default function HandOverDialog({ inHand, onClose }: HandOverDialogProps) {
  const t = useTranslate();
  const { laboratories, laboratory, selectLaboratory, chosen, setChosen, addLabel, send } = useHandOver(
    inHand,
    onClose,
  );
  const labels = laboratory?.labels ?? [];
  const scan = useScan(addLabel);
  // Enter after a label adds it.
  const submit = () => void (scan.text.trim() ? scan.submit() : send());
  const toggle = (label: string) =>
    setChosen(chosen.includes(label) ? chosen.filter((one) => one !== label) : [...chosen, label]);
  const all = labels.length > 0 && labels.every((label) => chosen.includes(label));
  const several = laboratories.length > 1;
  return (
    <PhoneForm
      title={t('custody.handOver')}
      submit={chosen.length > 0 ? t('custody.give', { smart_count: chosen.length }) : t('custody.handOver')}
      onCancel={onClose}
      onSubmit={submit}
    >
      <TextField
        select={several}
        label={t('custody.where')}
        value={several ? laboratory?.id : (laboratory?.name ?? '')}
        onChange={({ target }) => selectLaboratory(target.value)}
        slotProps={{ input: { readOnly: !several } }}
        sx={{ mt: 1 }}
      >
        {laboratories.map(({ id, name }) => (
          <MenuItem key={id} value={id}>
            {name}
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
    </PhoneForm>
  );
}
