import { Button } from '@mui/material';
import { hasFeature, lazyComponent } from 'portal-frame/browser';
import { useTranslate } from 'ra-core';
import { useState } from 'react';
import type { Appointment } from '../../../../src/wire/appointments/appointmentRecord.ts';
import type { OrderTube } from '../../../../src/wire/orderApi.ts';
import type { QueuedReport } from '../../../runSheet/browser/device/offlineQueue.ts';
import { THUMB_SIZE } from '../../../runSheet/browser/visits/TakePhoto.tsx';
import { TubeList } from '../TubeList.tsx';
import '../tubes.css';

const LabelDialog = lazyComponent(() => import('./LabelDialog.tsx'));

interface LabelledTube {
  tube: OrderTube;
  /** Bound by the host or by a queued report. */
  label: string | undefined;
}

/** Returns each tube of a visit with its label, if it has one. Tubes of a kind get them in the order of recording. */
export function getLabelledTubes(
  { id, order }: Pick<Appointment, 'id' | 'order'>,
  reports: readonly QueuedReport[],
): LabelledTube[] {
  // An older version stored visits without `drawn`.
  if (!order?.drawn) return [];
  const waiting = reports.flatMap(({ appointment, refused, report }) =>
    appointment === id && refused === undefined && report.label && report.tube
      ? { label: report.label, kindId: report.tube }
      : [],
  );
  const drawn = new Set(order.drawn.map(({ label }) => label));
  const left = [...order.drawn, ...waiting.filter(({ label }) => !drawn.has(label))];
  return order.tubes.map((tube) => {
    const found = left.findIndex(({ kindId }) => kindId === tube.kindId);
    return { tube, label: found < 0 ? undefined : left.splice(found, 1)[0]?.label };
  });
}

/** Returns the names of the tubes of a visit that have no label yet. */
export const getUnlabelledKinds = (
  visit: Pick<Appointment, 'id' | 'order'>,
  reports: readonly QueuedReport[],
): string[] =>
  hasFeature('orders')
    ? getLabelledTubes(visit, reports).flatMap(({ tube, label }) => (label === undefined ? tube.kind : []))
    : [];

/** Tubes of a visit, with their labels once they can be scanned. */
export function Labels({ visit, reports }: { visit: Appointment; reports: readonly QueuedReport[] | undefined }) {
  const t = useTranslate();
  const [scanning, setScanning] = useState<OrderTube>();
  if (!visit.order) return null;
  const places = reports && hasFeature('orders') ? getLabelledTubes(visit, reports) : [];
  const renderLabel = (index: number) => {
    const { tube, label } = places[index] ?? {};
    if (!tube) return null;
    if (label) return <strong className="tube-label">{t('orders.bound', { label })}</strong>;
    return (
      <Button
        variant="outlined"
        aria-label={t('orders.scanOf', { kind: tube.kind, name: visit.patientName })}
        onClick={() => setScanning(tube)}
        sx={{ minHeight: THUMB_SIZE, ml: 'auto' }}
      >
        {t('orders.scan')}
      </Button>
    );
  };
  return (
    <>
      <TubeList tubes={visit.order.tubes} renderBeside={renderLabel} />
      {scanning && <LabelDialog visit={visit} tube={scanning} onClose={() => setScanning(undefined)} />}
    </>
  );
}
