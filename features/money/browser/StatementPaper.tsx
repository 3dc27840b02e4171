import type { CellProps } from 'portal-frame';
import { DocumentButtons } from 'portal-frame/plugins/documents/components';

/** Preview and files of a statement of pay. */
export default function StatementPaper({ record }: CellProps) {
  return <DocumentButtons document="statement" id={String(record.id)} csv />;
}
