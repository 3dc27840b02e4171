import type { CellProps } from 'portal-frame';
import { DocumentButtons } from 'portal-frame/plugins/documents/components';

/** Preview and files of a requisition. */
export default function RequisitionPaper({ record }: CellProps) {
  return <DocumentButtons document="requisition" id={String(record.id)} />;
}
