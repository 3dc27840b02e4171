import Shipping from '@mui/icons-material/LocalShippingOutlined';
import { Box, Button, Card } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { hasFeature, lazyComponent, request } from 'portal-frame/browser';
import { useTranslate } from 'ra-core';
import { useLayoutEffect, useState } from 'react';
import type { Appointment } from '../../../src/wire/appointments/appointmentRecord.ts';
import type { Queue } from '../../runSheet/browser/device/offlineQueue.ts';
import type { RunSheetTopProps } from '../../runSheet/browser/runSheetPlaces.ts';
import { QueuedItem } from '../../runSheet/browser/visits/SendState.tsx';
import { THUMB_SIZE } from '../../runSheet/browser/visits/TakePhoto.tsx';
import { custodyCalls, readTubesInHand as readWire, type TubesInHand } from '../wire/custodyApi.ts';
import { HAND_OVER_PREFIX, type QueuedHandOver } from './queuedHandOvers.ts';
import { loadTubesInHand, storeTubesInHand } from './storedTubes.ts';

const HandOverDialog = lazyComponent(() => import('./HandOverDialog.tsx'));

const getHandOvers = ({ featureItems }: Queue) =>
  featureItems.filter(({ prefix }) => prefix === HAND_OVER_PREFIX) as unknown as readonly QueuedHandOver[];

/** Tubes in hand, and a button to hand them over, also offline. */
export default function HandOver({ visits, queue, onReady }: RunSheetTopProps) {
  const t = useTranslate();
  const [open, setOpen] = useState(false);
  const reported = useReportedTubes(queue);
  const isReady = reported !== undefined || !hasFeature('custody');
  // Before the paint: the visits appear together with the tubes.
  useLayoutEffect(() => {
    if (isReady) onReady();
  }, [isReady, onReady]);
  if (!visits || !hasFeature('custody')) return null;
  const inHand = getTubesInHand(visits, queue, reported);
  const count = inHand.reduce((sum, { labels }) => sum + labels.length, 0);
  const { sending } = queue;
  const handOvers = getHandOvers(queue);
  if (!open && count === 0 && handOvers.length === 0) return null;
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

const getQueuedLabels = (queue: Queue): Set<string> =>
  new Set(
    getHandOvers(queue)
      .flatMap(({ refused, labels }) => (refused === undefined ? labels : []))
      .map((one) => one.toLowerCase()),
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

const REFRESH_INTERVAL_MS = 60_000;

/** Returns the tubes in hand as the host reports them, or as stored if it does not answer; undefined until then. */
function useReportedTubes(queue: Queue): readonly TubesInHand[] | undefined {
  const { data } = useQuery({
    // Refetch when a hand-over has been sent.
    queryKey: ['tubesInHand', ...getHandOvers(queue).map(({ id, refused }) => `${id} ${refused ?? ''}`)],
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
    refetchInterval: REFRESH_INTERVAL_MS,
    refetchOnReconnect: true,
  });
  return data;
}
