import type { CellProps } from 'portal-frame';
import { getNumberFormat } from '../../../frame/fields/numberFormat.ts';
import { useIntl } from '../../../frame/parts/intl.ts';
import './tubes.css';

export default function Count({ record, source }: CellProps) {
  const { locale } = useIntl();
  const count = Number(record[source] ?? 0);
  return <span className={count > 0 ? `count-${source}` : 'quiet'}>{getNumberFormat(locale).format(count)}</span>;
}
