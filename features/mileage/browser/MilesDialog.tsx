import { Box, Checkbox, FormControlLabel, TextField } from '@mui/material';
import { formatDayAndTime, getToday, toast, useIntl, useOnce } from 'portal-frame/browser';
import { useTranslate } from 'ra-core';
import { useState } from 'react';
import type { Appointment } from '../../../src/wire/appointments/appointmentRecord.ts';
import { addFeatureItem } from '../../runSheet/browser/device/offlineQueue.ts';
import { sendWaiting } from '../../runSheet/browser/device/offlineSender.ts';
import { PhoneForm } from '../../runSheet/browser/visits/PhoneForm.tsx';
import { THUMB_SIZE } from '../../runSheet/browser/visits/TakePhoto.tsx';
import { type QueuedTrip, TRIP_PREFIX } from './queuedTrips.ts';

const LEAST = 0.1;
const MOST = 2000;

/** Returns the i18n key of what is wrong with the miles. */
function findMilesError(miles: number | null): string | undefined {
  if (miles === null) return undefined;
  if (Number.isNaN(miles)) return 'validation.number';
  if (miles < LEAST) return 'validation.atLeast';
  return miles > MOST ? 'validation.atMost' : undefined;
}

/** Enters the miles of a trip and its visits. Without miles, those of the planned route count. */
export default function MilesDialog({ visits, onClose }: { visits: readonly Appointment[]; onClose: () => void }) {
  const t = useTranslate();
  const intl = useIntl();
  // Fixed while open, so that a refetch does not change the list.
  const [offered] = useState(visits);
  const ids = offered.map(({ id }) => id);
  const [chosen, setChosen] = useState<readonly string[]>(ids);
  const [typed, setTyped] = useState('');
  const [tried, setTried] = useState(false);
  const miles = typed.trim() === '' ? null : Number(typed.replace(',', '.'));
  const wrong = findMilesError(miles);
  const send = useOnce(async () => {
    setTried(true);
    if (wrong) return;
    if (chosen.length === 0) return void toast.error(t('money.noVisits'));
    try {
      const trip = { day: getToday(intl.timeZone), miles, visits: chosen };
      await addFeatureItem(TRIP_PREFIX, trip satisfies Pick<QueuedTrip, 'day' | 'miles' | 'visits'>);
      void sendWaiting();
      onClose();
    } catch {
      toast.error(t('money.miles.notKept'));
    }
  });
  const toggle = (id: string) => setChosen(chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id]);
  const hasAll = ids.every((id) => chosen.includes(id));
  return (
    <PhoneForm
      title={t('money.miles.enter')}
      submit={t('visitReports.send')}
      onCancel={onClose}
      onSubmit={() => void send()}
    >
      <TextField
        label={t('resources.trips.fields.miles')}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        error={tried && wrong !== undefined}
        helperText={tried && wrong ? t(wrong, { least: LEAST, most: MOST }) : t('resources.trips.milesHelp')}
        slotProps={{ htmlInput: { inputMode: 'decimal', autoComplete: 'off', maxLength: 7 } }}
        autoFocus
        sx={{ mt: 1 }}
      />
      <Box component="fieldset" sx={{ display: 'grid', border: 0, p: 0, m: 0, minWidth: 0 }}>
        <Box component="legend">{t('resources.trips.fields.visits')}</Box>
        <FormControlLabel
          control={<Checkbox checked={hasAll} onChange={() => setChosen(hasAll ? [] : ids)} />}
          label={t('money.miles.all')}
          sx={{ minHeight: THUMB_SIZE }}
        />
        {offered.map(({ id, patientName, appointmentDateTime }) => (
          <FormControlLabel
            key={id}
            control={<Checkbox checked={chosen.includes(id)} onChange={() => toggle(id)} />}
            label={`${formatDayAndTime(appointmentDateTime, intl).time} · ${patientName}`}
            sx={{ minHeight: THUMB_SIZE, overflowWrap: 'anywhere' }}
          />
        ))}
      </Box>
    </PhoneForm>
  );
}
