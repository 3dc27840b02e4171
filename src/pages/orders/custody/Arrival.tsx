import { Alert, Box, Button, Skeleton } from '@mui/material';
import { useQueryClient } from '@tanstack/react-query';
import type { AnyRecord, CellProps } from 'portal-frame';
import { useGetList, useTranslate } from 'ra-core';
import { type FormEvent, useRef, useState } from 'react';
import { request } from '../../../../frame/dataProvider/request.ts';
import { currentRole } from '../../../../frame/session/session.ts';
import { useFailure } from '../../../../frame/views/shared/useFailure.ts';
import { custodyCalls, MAX_HAND_OVER_TUBES } from '../../../wire/custodyApi.ts';
import { ScanFields } from '../scan/ScanFields.tsx';
import { clearScanned, normalizeLabel, storeScanned, useScanned } from '../scan/scannedLabels.ts';
import { useScan } from '../scan/useScan.ts';
import '../tubes.css';

const getLabelsByOutcome = (lines: readonly AnyRecord[], outcome: string) =>
  lines.filter((line) => line.outcome === outcome).map(({ label }) => String(label));

/** Scan of a hand-over by its laboratory, and its result once closed. */
export default function Arrival({ record }: CellProps) {
  const t = useTranslate();
  const { data } = useGetList<AnyRecord>('handOverTubes', {
    filter: { handOver: record.id },
    pagination: { page: 1, perPage: MAX_HAND_OVER_TUBES },
    sort: { field: 'label', order: 'ASC' },
  });
  if (!data) return <Skeleton variant="rounded" height={80} />;
  if (record.state === 'closed') return <ScanResult lines={data} />;
  if (currentRole() === 'laboratory') return <ArrivalScan id={String(record.id)} lines={data} />;
  return <>{t('custody.expectedOf', { count: 0, of: data.length })}</>;
}

function ScanResult({ lines }: { lines: readonly AnyRecord[] }) {
  const t = useTranslate();
  const missing = getLabelsByOutcome(lines, 'missing');
  const unknown = getLabelsByOutcome(lines, 'unknown');
  const scanned = getLabelsByOutcome(lines, 'scanned').length;
  return (
    <Box sx={{ display: 'grid', gap: 1, overflowWrap: 'anywhere' }}>
      {missing.length > 0 ? (
        <Alert severity="error">{t('custody.missingNamed', { labels: missing.join(', ') })}</Alert>
      ) : (
        <Alert severity="success">{t('custody.nothingMissing')}</Alert>
      )}
      {unknown.length > 0 && (
        <Alert severity="warning">{t('custody.unknownNamed', { labels: unknown.join(', ') })}</Alert>
      )}
      <span>{t('custody.expectedOf', { count: scanned, of: scanned + missing.length })}</span>
    </Box>
  );
}

function ArrivalScan({ id, lines }: { id: string; lines: readonly AnyRecord[] }) {
  const t = useTranslate();
  const fail = useFailure();
  const queryClient = useQueryClient();
  const input = useRef<HTMLInputElement>(null);
  const labels = useScanned(id);
  const [announced, setAnnounced] = useState('');
  const [asking, setAsking] = useState(false);
  const [sending, setSending] = useState(false);
  const scanned = new Set(labels.map(normalizeLabel));
  const expected = lines.map(({ label }) => String(label));
  const missing = expected.filter((label) => !scanned.has(normalizeLabel(label)));
  const unknown = labels.filter((label) => !expected.some((one) => normalizeLabel(one) === normalizeLabel(label)));
  const take = async (label: string) => {
    if (scanned.has(normalizeLabel(label))) return t('custody.twice', { label });
    setAsking(false);
    storeScanned(id, [...labels, label]);
    const isExpected = expected.some((one) => normalizeLabel(one) === normalizeLabel(label));
    setAnnounced(t(isExpected ? 'custody.good' : 'custody.unknownNow', { label }));
    return undefined;
  };
  const scan = useScan(take, false);
  const close = async () => {
    if (missing.length > 0 && !asking) return setAsking(true);
    setSending(true);
    const refresh = () => {
      const queryKeys = [['handOvers'], ['handOverTubes'], ['drawnTubes']];
      return Promise.all(queryKeys.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
    };
    try {
      await request(custodyCalls.closeHandOver, { params: { id }, body: { labels: [...labels] } });
      await refresh();
      clearScanned(id);
    } catch (cause) {
      fail(cause as Error);
      void refresh();
    }
    setSending(false);
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    void scan.submit().then(() => input.current?.focus());
  };
  return (
    <Box
      component="form"
      onSubmit={onSubmit}
      noValidate
      autoComplete="off"
      sx={{ display: 'grid', gap: 1.5, overflowWrap: 'anywhere' }}
    >
      <ScanFields scan={scan} label={t('custody.scanHere')} hint={t('custody.scanHint')} inputRef={input} autoFocus>
        {/* Align with the field below its label. */}
        <Button type="submit" variant="outlined" sx={{ mt: '26px', minHeight: 40 }}>
          {t('custody.add')}
        </Button>
      </ScanFields>
      <div role="status">
        <strong>{t('custody.expectedOf', { count: expected.length - missing.length, of: expected.length })}</strong>
        {announced && <div>{announced}</div>}
      </div>
      {missing.length > 0 && !asking && (
        <div>
          {t('custody.stillExpected')}
          <ul className="still-expected" aria-label={t('custody.stillExpected')}>
            {missing.map((label) => (
              <li key={label}>{label}</li>
            ))}
          </ul>
        </div>
      )}
      {unknown.length > 0 && (
        <Alert severity="warning">{t('custody.unknownNamed', { labels: unknown.join(', ') })}</Alert>
      )}
      {asking && <Alert severity="error">{t('custody.closeAsk', { labels: missing.join(', ') })}</Alert>}
      <Box sx={{ display: 'grid', gap: 1, gridTemplateColumns: asking ? { sm: '1fr 1fr' } : undefined }}>
        {asking && (
          <Button
            variant="outlined"
            onClick={() => {
              setAsking(false);
              input.current?.focus();
            }}
          >
            {t('custody.goOn')}
          </Button>
        )}
        {/* Closing is secondary while tubes are missing. */}
        <Button
          variant={asking || missing.length === 0 ? 'contained' : 'outlined'}
          color={asking ? 'error' : 'primary'}
          onClick={close}
          disabled={sending}
        >
          {t('custody.closeScan')}
        </Button>
      </Box>
    </Box>
  );
}
