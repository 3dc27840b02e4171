import { Alert, Skeleton } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import type { CellProps } from 'portal-frame';
import { callQuery, hasFeature, ListError, useFormatMoment } from 'portal-frame/browser';
import { useTranslate } from 'ra-core';
import { type CustodyStep, custodyCalls, readCustodySteps, SERVER_DEVICE } from '../wire/custodyApi.ts';
import './custody.css';

/** Shows the custody steps of a tube, each with the time of its device and of the server; admins also see findings. */
export default function Custody({ record }: CellProps) {
  const t = useTranslate();
  const params = { id: String(record.id) };
  const queryKey = ['drawnTubes', 'custody', record.id, record.version];
  const { data, error, refetch } = useQuery({
    ...callQuery(queryKey, custodyCalls.tubeCustody, readCustodySteps, { params }),
    enabled: hasFeature('custody'),
  });
  if (!hasFeature('custody')) return null;
  if (error && !data) return <ListError message={error.message} onRetry={refetch} />;
  if (!data) return <Skeleton variant="rounded" height={80} />;
  if (data.length === 0) return <>{t('custody.none')}</>;
  return (
    <ol className="history">
      {data.map((step) => (
        <Step key={`${step.device} ${step.seq} ${step.code}`} step={step} />
      ))}
      {record.state === 'missing' && (
        <li>
          <Alert severity="error">{t('custody.notArrived')}</Alert>
        </li>
      )}
    </ol>
  );
}

function Step({ step: { code, by, device, seq, madeAt, receivedAt, findings } }: { step: CustodyStep }) {
  const t = useTranslate();
  const formatMoment = useFormatMoment();
  const isOurs = device === SERVER_DEVICE;
  return (
    <li>
      <strong>{t('custody.step', { what: t(`custody.codes.${code}`), code })}</strong>
      <div>{t('custody.by', { name: by, when: formatMoment(madeAt) })}</div>
      <div className="quiet">
        {isOurs
          ? t('custody.ofServer')
          : [
              t('custody.arrived', { when: formatMoment(receivedAt) }),
              t('custody.ofDevice', { seq, device: device.slice(0, 8) }),
            ].join(' · ')}
      </div>
      {findings.map((finding) => (
        <Alert key={finding} severity="error">
          {t(`custody.findings.${finding}`)}
        </Alert>
      ))}
    </li>
  );
}
