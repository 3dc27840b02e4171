import type { CellProps } from 'portal-frame';
import { getNumberFormat } from '../../../frame/fields/numberFormat.ts';
import { useIntl } from '../../../frame/parts/intl.ts';
import './tubes.css';

/** How many labels are missing or unknown: nothing to look at where it is none. */
export default function Count({ record, source }: CellProps) {
  const { locale } = useIntl();
  const count = Number(record[source] ?? 0);
  return <span className={count > 0 ? `count-${source}` : 'quiet'}>{getNumberFormat(locale).format(count)}</span>;
}
