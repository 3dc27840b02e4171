import type { CellProps } from 'portal-frame';
import { getNumberFormat, useIntl } from 'portal-frame/browser';
import './custody.css';

export default function Count({ record, source }: CellProps) {
  const { locale } = useIntl();
  const count = Number(record[source] ?? 0);
  return <span className={count > 0 ? `count-${source}` : 'quiet'}>{getNumberFormat(locale).format(count)}</span>;
}
