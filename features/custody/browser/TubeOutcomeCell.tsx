import type { CellProps } from 'portal-frame';
import { Value } from 'portal-frame/browser';
import { normalizeLabel, useScanned } from './scannedLabels.ts';

/** Shows a tube's outcome. A label scanned on this device shows as scanned before the scan is closed. */
export default function Outcome({ field, source, record }: CellProps) {
  const labels = useScanned(String(record.handOver)).map(normalizeLabel);
  const isScanned = record.outcome === 'expected' && labels.includes(normalizeLabel(String(record.label)));
  return (
    <Value field={field} source={source} record={isScanned ? { ...record, outcome: 'scanned' } : record} compact />
  );
}
