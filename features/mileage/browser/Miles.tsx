import Car from '@mui/icons-material/DirectionsCarOutlined';
import { Box, Button, Card } from '@mui/material';
import { getNumberFormat, hasFeature, lazyComponent, useIntl } from 'portal-frame/browser';
import { useTranslate } from 'ra-core';
import { useState } from 'react';
import type { RunSheetPartProps } from '../../runSheet/browser/runSheetPlaces.ts';
import { QueuedItem } from '../../runSheet/browser/visits/SendState.tsx';
import { THUMB_SIZE } from '../../runSheet/browser/visits/TakePhoto.tsx';
import { type QueuedTrip, TRIP_PREFIX } from './queuedTrips.ts';

const MilesDialog = lazyComponent(() => import('./MilesDialog.tsx'));

/** A button to enter the miles of the day's trip, and miles that are not sent yet. Works offline. */
export default function Miles({ visits, queue: { featureItems, sending } }: RunSheetPartProps) {
  const t = useTranslate();
  const { locale } = useIntl();
  const [open, setOpen] = useState(false);
  const trips = featureItems.filter(({ prefix }) => prefix === TRIP_PREFIX) as unknown as readonly QueuedTrip[];
  const driven = visits.filter(({ status }) => status !== 'Rejected');
  if (!hasFeature('money') || (driven.length === 0 && trips.length === 0)) return null;
  return (
    <Card component="section" aria-label={t('money.miles.title')} sx={{ px: 2, py: 1, display: 'grid', gap: 1.5 }}>
      {driven.length > 0 && (
        <Box sx={{ display: 'flex', alignItems: 'center', flexWrap: 'wrap', gap: 1 }}>
          <Box component="strong" sx={{ mr: 'auto' }}>
            {t('money.miles.title')}
          </Box>
          <Button variant="outlined" startIcon={<Car />} onClick={() => setOpen(true)} sx={{ minHeight: THUMB_SIZE }}>
            {t('money.miles.enter')}
          </Button>
        </Box>
      )}
      {trips.map((trip) => {
        const miles =
          trip.miles === null ? t('resources.trips.fields.planned') : getNumberFormat(locale).format(trip.miles);
        const words = { what: t('money.miles.typed', { miles }), cause: trip.refused };
        const getText = (state: string) => t(`money.miles.${state}`, words);
        return <QueuedItem key={trip.id} item={trip} sending={sending} getText={getText} />;
      })}
      {open && <MilesDialog visits={driven} onClose={() => setOpen(false)} />}
    </Card>
  );
}
