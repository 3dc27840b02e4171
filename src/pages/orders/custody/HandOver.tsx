import Shipping from '@mui/icons-material/LocalShippingOutlined';
import { Box, Button, Card } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { hasFeature, lazyComponent, request } from 'portal-frame/browser';
import { useTranslate } from 'ra-core';
import { useEffect, useState } from 'react';
import type { Queue } from '../../../device/offlineQueue.ts';
import { loadTubesInHand, storeTubesInHand } from '../../../device/storedTubes.ts';
import type { Appointment } from '../../../wire/appointments/appointmentRecord.ts';
import { custodyCalls, readTubesInHand as readWire, type TubesInHand } from '../../../wire/custodyApi.ts';
import { QueuedItem } from '../../runSheet/SendState.tsx';
import { THUMB_SIZE } from '../../runSheet/TakePhoto.tsx';

const HandOverDialog = lazyComponent(() => import('./HandOverDialog.tsx'));

interface HandOverProps {
  visits: readonly Appointment[];
  queue: Queue;
  /** Tubes in hand as the host reports them. */
  reported: readonly TubesInHand[];
}

/** Tubes in hand, and a button to hand them over, also offline. */
export function HandOver({ visits, queue, reported }: HandOverProps) {
  const t = useTranslate();
  const [open, setOpen] = useState(false);
  const inHand = getTubesInHand(visits, queue, reported);
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

const getQueuedLabels = ({ handOvers }: Queue): Set<string> =>
  new Set(
    handOvers.flatMap(({ refused, labels }) => (refused === undefined ? labels : [])).map((one) => one.toLowerCase()),
  );

/**
 * Returns the tubes that were drawn but not handed over, by laboratory. `visits` and `queue` are newer than `fetched`,
 * the host's list, which only adds tubes of other visits.
 */
function getTubesInHand(
  visits: readonly Appointment[],
  queue: Queue,
  fetched: readonly TubesInHand[] = [],
): TubesInHand[] {
  const handedOver = getQueuedLabels(queue);
  const found = new Map<string, TubesInHand>();
  const add = (id: string, name: string, some: readonly string[]) => {
    const labels = some.filter((label) => !handedOver.has(label.toLowerCase()));
    const before = found.get(id) ?? { id, name, labels: [] };
    if (labels.length > 0) found.set(id, { ...before, labels: [...before.labels, ...labels] });
  };
  const labelsOfVisits = new Set<string>();
  for (const { id, order, laboratory } of visits) {
    if (!order?.laboratory) continue;
    const queuedLabels = queue.reports.flatMap(({ appointment, refused, report }) =>
      appointment === id && refused === undefined && report.kind === 'tube' ? (report.label ?? []) : [],
    );
    const drawnLabels = (order.drawn ?? []).map(({ label }) => label);
    const drawn = (order.drawn ?? []).flatMap(({ label, state }) => ((state ?? 'drawn') === 'drawn' ? label : []));
    for (const label of [...drawnLabels, ...queuedLabels]) labelsOfVisits.add(label);
    add(order.laboratory, laboratory, [...drawn, ...queuedLabels.filter((label) => !drawnLabels.includes(label))]);
  }
  for (const { id, name, labels } of fetched)
    add(
      id,
      name,
      labels.filter((label) => !labelsOfVisits.has(label)),
    );
  const byNumber = new Intl.Collator('en', { numeric: true });
  return [...found.values()].map((one) => ({ ...one, labels: one.labels.toSorted(byNumber.compare) }));
}

/** Milliseconds. */
const REFRESH_INTERVAL = 60_000;
const MOST_WAIT = 1000;

/**
 * Returns the tubes in hand as the host reports them, or as stored if it does not answer. `isAwaited` is true for a
 * second at most: the visits appear with the tubes, which would push them down.
 */
export function useReportedTubes({ handOvers }: Queue): { reported: readonly TubesInHand[]; isAwaited: boolean } {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setOver(true), MOST_WAIT);
    return () => clearTimeout(timer);
  }, []);
  const { data } = useQuery({
    // Refetch when a hand-over has been sent.
    queryKey: ['tubesInHand', ...handOvers.map(({ id, refused }) => `${id} ${refused ?? ''}`)],
    queryFn: async ({ signal }) => {
      try {
        const fetched = readWire(await request(custodyCalls.tubesInHand, { signal }));
        await storeTubesInHand(fetched);
        return fetched;
      } catch {
        return loadTubesInHand();
      }
    },
    enabled: hasFeature('custody'),
    networkMode: 'always',
    // Never show tubes from before a hand-over.
    staleTime: 0,
    gcTime: 0,
    refetchInterval: REFRESH_INTERVAL,
    refetchOnReconnect: true,
  });
  return { reported: data ?? [], isAwaited: hasFeature('custody') && !data && !isOver };
}
