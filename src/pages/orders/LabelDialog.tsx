import { Dialog, DialogContent, DialogTitle } from '@mui/material';
import { useTranslate } from 'ra-core';
import { type FormEvent, useCallback } from 'react';
import { isLabelUsed } from '../../device/isLabelUsed.ts';
import type { Appointment } from '../../wire/appointmentRecord.ts';
import type { OrderTube } from '../../wire/orderApi.ts';
import { SendActions } from '../runSheet/SendActions.tsx';
import { useSendReport } from '../runSheet/useQueue.ts';
import { ScanFields } from './ScanFields.tsx';
import { useScan } from './useScan.ts';

interface LabelDialogProps {
  visit: Appointment;
  tube: OrderTube;
  onClose: () => void;
}

/** Binds a pre-printed label to a tube: by camera, picture or typing. */
export default function LabelDialog({ visit, tube, onClose }: LabelDialogProps) {
  const t = useTranslate();
  const send = useSendReport(visit);
  const bind = useCallback(
    async (label: string) => {
      if (await isLabelUsed(label)) return t('orders.used', { label });
      if (await send({ kind: 'tube', label, tube: tube.kindId })) onClose();
      return undefined;
    },
    [t, send, tube, onClose],
  );
  const scan = useScan(bind);
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    // React events bubble through portals.
    event.stopPropagation();
    void scan.submit();
  };
  const title = t('orders.scanOf', { kind: tube.kind, name: visit.patientName });
  return (
    <Dialog open onClose={onClose} maxWidth="xs" fullWidth aria-labelledby="label-title">
      <form onSubmit={onSubmit} noValidate autoComplete="off">
        <DialogTitle id="label-title" sx={{ overflowWrap: 'anywhere' }}>
          {title}
        </DialogTitle>
        <DialogContent sx={{ display: 'grid', gap: 2 }}>
          <ScanFields scan={scan} label={t('orders.typed')} />
        </DialogContent>
        <SendActions label={t('orders.bind')} onClose={onClose} />
      </form>
    </Dialog>
  );
}
