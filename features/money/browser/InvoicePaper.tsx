import type { CellProps } from 'portal-frame';
import { DocumentButtons } from 'portal-frame/plugins/documents/components';

/** Preview and files of an invoice. */
export default function InvoicePaper({ record }: CellProps) {
  return <DocumentButtons document="invoice" id={String(record.id)} csv />;
}
