import type { CellProps } from 'portal-frame';
import { numberFormat } from '../../../frame/fields/formats.ts';
import { useTeller } from '../../../frame/parts/tell.ts';
import './tubes.css';

/** How many labels are missing or unknown: nothing to look at where it is none. */
export default function Count({ record, source }: CellProps) {
  const { locale } = useTeller();
  const count = Number(record[source] ?? 0);
  return <span className={count > 0 ? `count-${source}` : 'quiet'}>{numberFormat(locale).format(count)}</span>;
}
