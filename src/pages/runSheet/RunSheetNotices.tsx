import { Alert } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { currentSession, formatDayAndTime, useIntl } from 'portal-frame/browser';
import { describeUnsent, getVault, hasUnsentWork, type UnsentCounts } from 'portal-frame/device';
import { useTranslate } from 'ra-core';
import { DEVICE_KEY, isOffline } from './useVisits.ts';

interface NoticesProps {
  asOf: number;
  error: Error | null;
  unsent: UnsentCounts;
}

/** Tells how old the data is, if the device cannot keep it, and what is unsent. */
export function Notices({ asOf, error, unsent }: NoticesProps) {
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
