import CheckCircle from '@mui/icons-material/CheckCircleOutlined';
import ExpandMore from '@mui/icons-material/ExpandMore';
import { Alert, Box, Button, Card, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { currentSession, formatDayAndTime, ListError, ListSkeleton, useIntl } from 'portal-frame/browser';
import { describeUnsent, getVault, hasUnsentWork, registerServiceWorker, type UnsentCounts } from 'portal-frame/device';
import { useTranslate } from 'ra-core';
import { type ReactNode, useCallback, useEffect, useId, useState } from 'react';
import type { Appointment } from '../../../src/wire/appointments/appointmentRecord.ts';
import { countUnsent } from './device/offlineQueue.ts';
import { loadRunSheetParts, loadVisitOrders, VisitOrders } from './runSheetPlaces.ts';
import { DayHead } from './visits/DayHead.tsx';
import { OtherVisits } from './visits/OtherVisits.tsx';
import { PrintedDay } from './visits/PrintedDay.tsx';
import { THUMB_SIZE } from './visits/TakePhoto.tsx';
import { useQueue } from './visits/useQueue.ts';
import { DEVICE_KEY, isOffline, useVisits } from './visits/useVisits.ts';
import { VisitCard } from './visits/VisitCard.tsx';
import { groupVisits } from './visits/visitState.ts';

/** They load with the page, as what appears later would move it. */
const [[parts, tops], visitOrders] = await Promise.all([loadRunSheetParts(), loadVisitOrders()]);

const MAX_WAIT_MS = 1000;

/** The visits wait for the parts above them, which would push them down: a second at most. */
function useTopParts() {
  const [ready, setReady] = useState<readonly string[]>([]);
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setOver(true), MAX_WAIT_MS);
    return () => clearTimeout(timer);
  }, []);
  const markReady = useCallback(
    (name: string) => setReady((before) => (before.includes(name) ? before : [...before, name])),
    [],
  );
  return { isAwaited: !isOver && tops.some(({ name }) => !ready.includes(name)), markReady };
}

/** An employee's day on a phone, online and offline. */
export default function RunSheet() {
  const t = useTranslate();
  const { visits: found, asOf, error, isPending, refetch } = useVisits();
  const queue = useQueue();
  const { isAwaited, markReady } = useTopParts();
  const visits = isAwaited ? undefined : found;
  useEffect(() => void registerServiceWorker(), []);

  const day = visits && groupVisits(visits, queue);
  const isOther = ({ appointment }: { appointment: string }) => !visits?.some(({ id }) => id === appointment);
  const others = { ...queue, photos: queue.photos.filter(isOther), reports: queue.reports.filter(isOther) };
  const cards = (some: readonly Appointment[], next?: Appointment) => (
    <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 2 }}>
      {some.map((visit) => (
        <VisitCard
          key={visit.id}
          visit={visit}
          queue={queue}
          next={visit === next}
          offline={error !== null && isOffline(error)}
        />
      ))}
    </Box>
  );
  return (
    <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)', maxWidth: 640, mx: 'auto' }}>
      <DayHead progress={day?.progress} />
      {visits && <Notices asOf={asOf} error={error} unsent={countUnsent(queue)} />}
      {visits && others.photos.length + others.reports.length > 0 && <OtherVisits queue={others} />}
      {tops.map(({ name, Part }) => (
        <Part key={name} visits={visits} queue={queue} onReady={() => markReady(name)} />
      ))}
      {isPending || isAwaited ? (
        <ListSkeleton layout="rows" rows={3} />
      ) : day && visits?.length ? (
        <>
          {day.open.length === 0 && (
            <Typography color="textSecondary" sx={{ textAlign: 'center', py: 2 }}>
              {t('runSheet.allMade')}
            </Typography>
          )}
          {visitOrders.Kit && <visitOrders.Kit visits={day.open} />}
          <VisitOrders value={visitOrders}>
            {cards([...day.open, ...day.unfinished, ...day.rejected], day.open[0])}
            {day.done.length > 0 && <DoneVisits count={day.done.length}>{() => cards(day.done)}</DoneVisits>}
          </VisitOrders>
          <PrintedDay visits={visits} />
        </>
      ) : (
        <Card>
          {visits ? (
            <Typography color="textSecondary" sx={{ p: 4, textAlign: 'center' }}>
              {t('dashboard.noneToday')}
            </Typography>
          ) : (
            <ListError message={error?.message ?? t('errors.fetchToday')} onRetry={refetch} />
          )}
        </Card>
      )}
      {visits && parts.map(({ name, Part }) => <Part key={name} visits={visits} queue={queue} />)}
    </Box>
  );
}

function DoneVisits({ count, children }: { count: number; children: () => ReactNode }) {
  const t = useTranslate();
  const id = useId();
  const [open, setOpen] = useState(false);
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <Button
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
        startIcon={<CheckCircle color="success" />}
        endIcon={<ExpandMore sx={{ ml: 'auto', transform: open ? 'rotate(180deg)' : undefined }} />}
        variant="outlined"
        color="inherit"
        fullWidth
        sx={{
          minHeight: THUMB_SIZE,
          justifyContent: 'flex-start',
          bgcolor: 'background.paper',
          '& .MuiButton-endIcon': { ml: 'auto' },
        }}
      >
        {t('runSheet.done', { smart_count: count })}
      </Button>
      {open && <div id={id}>{children()}</div>}
    </Box>
  );
}

interface NoticesProps {
  asOf: number;
  error: Error | null;
  unsent: UnsentCounts;
}

/** Tells how old the data is, if the device cannot keep it, and what is unsent. */
function Notices({ asOf, error, unsent }: NoticesProps) {
  const t = useTranslate();
  const intl = useIntl();
  const at = (moment: number) => formatDayAndTime(new Date(moment).toISOString(), intl).time;
  const session = currentSession();
  const { data: lasting } = useQuery({
    queryKey: [DEVICE_KEY, 'lasting'],
    queryFn: async () => (await getVault()).isPersistent,
  });
  return (
    <>
      {error && (
        <Alert severity={isOffline(error) ? 'info' : 'warning'} role="status">
          {isOffline(error)
            ? t('runSheet.offline', { time: at(asOf) })
            : t('runSheet.stale', { time: at(asOf), cause: error.message })}
        </Alert>
      )}
      {lasting === false && <Alert severity="info">{t('runSheet.passing')}</Alert>}
      {hasUnsentWork(unsent) && session && (
        <Alert severity="warning" role="status">
          <strong>{describeUnsent(unsent).join(', ')}</strong>{' '}
          {t('runSheet.unsentUntil', { time: at(session.expires * 1000) })}
        </Alert>
      )}
    </>
  );
}
