import type { CellProps } from 'portal-frame';
import { numberFormat } from '../../../frame/fields/formats.ts';
import { useIntl } from '../../../frame/parts/intl.ts';
import './tubes.css';

/** How many labels are missing or unknown: nothing to look at where it is none. */
export default function Count({ record, source }: CellProps) {
  const { locale } = useIntl();
  const count = Number(record[source] ?? 0);
  return <span className={count > 0 ? `count-${source}` : 'quiet'}>{numberFormat(locale).format(count)}</span>;
}
