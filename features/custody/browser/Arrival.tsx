import { Alert, Box, Button, Skeleton } from '@mui/material';
import { useQueryClient } from '@tanstack/react-query';
import type { AnyRecord, CellProps } from 'portal-frame';
import { currentRole, request, usePending } from 'portal-frame/browser';
import { useGetList, useTranslate } from 'ra-core';
import { type FormEvent, useRef, useState } from 'react';
import { ScanFields } from '../../orders/browser/scan/ScanFields.tsx';
import { useScan } from '../../orders/browser/scan/useScan.ts';
import { custodyCalls, MAX_HAND_OVER_TUBES } from '../wire/custodyApi.ts';
import { clearScanned, normalizeLabel, storeScanned, useScanned } from './scannedLabels.ts';
import './custody.css';

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
  return <>{t('custody.scannedOf', { count: 0, of: data.length })}</>;
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
      <span>{t('custody.scannedOf', { count: scanned, of: scanned + missing.length })}</span>
    </Box>
  );
}

/** Compares scanned labels with the expected ones. `close` asks first if some are missing, then ends the scan. */
function useArrivalScan(id: string, lines: readonly AnyRecord[]) {
  const t = useTranslate();
  const queryClient = useQueryClient();
  const labels = useScanned(id);
  const [announced, setAnnounced] = useState('');
  const [asking, setAsking] = useState(false);
  const [sending, run] = usePending();
  const scanned = new Set(labels.map(normalizeLabel));
  const expected = lines.map(({ label }) => String(label));
  const normalized = new Set(expected.map(normalizeLabel));
  const missing = expected.filter((label) => !scanned.has(normalizeLabel(label)));
  const unknown = labels.filter((label) => !normalized.has(normalizeLabel(label)));
  const take = async (label: string) => {
    if (scanned.has(normalizeLabel(label))) return t('custody.twice', { label });
    setAsking(false);
    storeScanned(id, [...labels, label]);
    setAnnounced(t(normalized.has(normalizeLabel(label)) ? 'custody.good' : 'custody.unknownNow', { label }));
    return undefined;
  };
  const refresh = () => {
    const queryKeys = [['handOvers'], ['handOverTubes'], ['drawnTubes']];
    return Promise.all(queryKeys.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
  };
  const close = async () => {
    if (missing.length > 0 && !asking) return setAsking(true);
    await run(async () => {
      await request(custodyCalls.closeHandOver, { params: { id }, body: { labels: [...labels] } }).finally(refresh);
      clearScanned(id);
    });
  };
  const scan = useScan(take, { withCamera: false });
  return { scan, expected, missing, unknown, announced, asking, stopAsking: () => setAsking(false), sending, close };
}

function ArrivalScan({ id, lines }: { id: string; lines: readonly AnyRecord[] }) {
  const t = useTranslate();
  const input = useRef<HTMLInputElement>(null);
  const { scan, expected, missing, unknown, announced, asking, ...closing } = useArrivalScan(id, lines);
  const focusInput = () => input.current?.focus();
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    void scan.submit().then(focusInput);
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
        <strong>{t('custody.scannedOf', { count: expected.length - missing.length, of: expected.length })}</strong>
        {announced && <div>{announced}</div>}
      </div>
      {missing.length > 0 && !asking && <ExpectedLabels labels={missing} />}
      {unknown.length > 0 && (
        <Alert severity="warning">{t('custody.unknownNamed', { labels: unknown.join(', ') })}</Alert>
      )}
      {asking && <Alert severity="error">{t('custody.closeAsk', { labels: missing.join(', ') })}</Alert>}
      <Box sx={{ display: 'grid', gap: 1, gridTemplateColumns: asking ? { sm: '1fr 1fr' } : undefined }}>
        {asking && (
          <Button
            variant="outlined"
            onClick={() => {
              closing.stopAsking();
              focusInput();
            }}
          >
            {t('custody.goOn')}
          </Button>
        )}
        {/* Closing is secondary while tubes are missing. */}
        <Button
          variant={asking || missing.length === 0 ? 'contained' : 'outlined'}
          color={asking ? 'error' : 'primary'}
          onClick={closing.close}
          disabled={closing.sending}
        >
          {t('custody.closeScan')}
        </Button>
      </Box>
    </Box>
  );
}

function ExpectedLabels({ labels }: { labels: readonly string[] }) {
  const t = useTranslate();
  return (
    <div>
      {t('custody.stillExpected')}
      <ul className="still-expected" aria-label={t('custody.stillExpected')}>
        {labels.map((label) => (
          <li key={label}>{label}</li>
        ))}
      </ul>
    </div>
  );
}
