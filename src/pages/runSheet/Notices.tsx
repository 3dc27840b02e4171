import Alert from '@mui/material/Alert';
import { useQuery } from '@tanstack/react-query';
import { useTranslate } from 'ra-core';
import { currentVault } from '../../../frame/device/vault.ts';
import { dayAndTime } from '../../../frame/fields/date.ts';
import { useIntl } from '../../../frame/parts/intl.ts';
import { unsentWords } from '../../../frame/session/notifyLost.ts';
import { currentSession } from '../../../frame/session/session.ts';
import { isWaiting, type Unsent } from '../../../frame/session/waiting.ts';
import { isOffline, KEPT } from './useVisits.ts';

interface NoticesProps {
  asOf: number;
  error: Error | null;
  unsent: Unsent;
}

/** What a person has to know before they trust the sheet: how old it is, and what is not sent yet. */
export function Notices({ asOf, error, unsent }: NoticesProps) {
  const t = useTranslate();
  const intl = useIntl();
  const at = (moment: number) => dayAndTime(new Date(moment).toISOString(), intl).time;
  const session = currentSession();
  const { data: lasting } = useQuery({
    queryKey: [KEPT, 'lasting'],
    queryFn: async () => (await currentVault()).lasting,
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
      {isWaiting(unsent) && session && (
        <Alert severity="warning" role="status">
          <strong>{unsentWords(unsent).join(', ')}</strong>{' '}
          {t('runSheet.unsentUntil', { time: at(session.expires * 1000) })}
        </Alert>
      )}
    </>
  );
}
