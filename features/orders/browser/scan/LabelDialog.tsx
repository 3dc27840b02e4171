import { useTranslate } from 'ra-core';
import { useCallback } from 'react';
import type { Appointment } from '../../../../src/wire/appointments/appointmentRecord.ts';
import type { OrderTube } from '../../../../src/wire/orderApi.ts';
import { PhoneForm } from '../../../runSheet/browser/visits/PhoneForm.tsx';
import { useSendReport } from '../../../runSheet/browser/visits/useQueue.ts';
import { isLabelUsed } from './isLabelUsed.ts';
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
  return (
    <PhoneForm
      title={t('orders.scanOf', { kind: tube.kind, name: visit.patientName })}
      submit={t('orders.bind')}
      onCancel={onClose}
      onSubmit={() => void scan.submit()}
    >
      <ScanFields scan={scan} label={t('orders.typed')} />
    </PhoneForm>
  );
}
