import Shipping from '@mui/icons-material/LocalShippingOutlined';
import { Box, Button, Card } from '@mui/material';
import { hasFeature, lazyComponent } from 'portal-frame/browser';
import { useTranslate } from 'ra-core';
import { useState } from 'react';
import type { Queue } from '../../../device/offlineQueue.ts';
import type { Appointment } from '../../../wire/appointments/appointmentRecord.ts';
import { QueuedItem } from '../../runSheet/SendState.tsx';
import { THUMB_SIZE } from '../../runSheet/TakePhoto.tsx';
import { getTubesInHand } from '../scan/tubesInHand.ts';
import { useReportedTubes } from '../useReportedTubes.ts';

const HandOverDialog = lazyComponent(() => import('./HandOverDialog.tsx'));

/** Tubes in hand, and a button to hand them over, also offline. */
export function HandOver({ visits, queue }: { visits: readonly Appointment[]; queue: Queue }) {
  const t = useTranslate();
  const [open, setOpen] = useState(false);
  const inHand = getTubesInHand(visits, queue, useReportedTubes(queue));
  const count = inHand.reduce((sum, { labels }) => sum + labels.length, 0);
  const { handOvers, sending } = queue;
  if (!hasFeature('custody') || (!open && count === 0 && handOvers.length === 0)) return null;
  return (
    <Card component="section" aria-label={t('custody.handOver')} sx={{ px: 2, py: 1, display: 'grid', gap: 1.5 }}>
      {count > 0 && (
        <Box sx={{ display: 'flex', alignItems: 'center', flexWrap: 'wrap', gap: 1 }}>
          <Box component="strong" sx={{ mr: 'auto' }}>
            {t('custody.inHand', { smart_count: count })}
          </Box>
          <Button
            variant="outlined"
            startIcon={<Shipping />}
            onClick={() => setOpen(true)}
            sx={{ minHeight: THUMB_SIZE }}
          >
            {t('custody.handOver')}
          </Button>
        </Box>
      )}
      {handOvers.map((handOver) => {
        const labels = t('orders.tubesInAll', { smart_count: handOver.labels.length });
        const words = { name: handOver.patientName, labels, cause: handOver.refused };
        const getText = (state: string) => t(`custody.${state}`, words);
        return <QueuedItem key={handOver.id} item={handOver} sending={sending} getText={getText} />;
      })}
      {open && <HandOverDialog inHand={inHand} onClose={() => setOpen(false)} />}
    </Card>
  );
}
