import type { CellProps } from 'portal-frame';
import { getNumberFormat, useFormatMoment, useIntl } from 'portal-frame/browser';
import { useTranslate } from 'ra-core';
import { useEffect, useState } from 'react';
import './tubes.css';

const MINUTE = 60_000;

/** Time left until a tube must be processed. Empty once decided. */
export default function Due({ record }: CellProps) {
  const t = useTranslate();
  const { locale } = useIntl();
  const formatMoment = useFormatMoment();
  const [now, setNow] = useState(Date.now);
  const due = typeof record.due === 'string' ? record.due : null;
  useEffect(() => {
    if (!due) return undefined;
    const timer = setInterval(() => setNow(Date.now()), MINUTE);
    return () => clearInterval(timer);
  }, [due]);
  if (record.decidedAt) return null;
  if (!due) return <span className="quiet">{t('orders.keepsUnknown')}</span>;
  const left = Date.parse(due) - now;
  return (
    <span className={left < 0 ? 'due-late' : undefined} title={formatMoment(due)}>
      {left < 0 ? t('orders.late', { time: formatTimeLeft(left, locale) }) : formatTimeLeft(left, locale)}
    </span>
  );
}

const HOUR = 60;
const DAY = 24 * HOUR;

/** Formats a duration, without its sign, in its two largest units: '2 days 3 hr' or '45 min'. */
function formatTimeLeft(milliseconds: number, locale: string): string {
  const minutes = Math.floor(Math.abs(milliseconds) / MINUTE);
  const parts = [
    ['day', Math.floor(minutes / DAY)],
    ['hour', Math.floor((minutes % DAY) / HOUR)],
    ['minute', minutes % HOUR],
  ] as const;
  const first = parts.findIndex(([, count]) => count > 0);
  const shown = (first < 0 ? parts.slice(-1) : parts.slice(first, first + 2)).filter(
    ([, count], at) => at === 0 || count > 0,
  );
  return shown
    .map(([unit, count]) => getNumberFormat(locale, { style: 'unit', unit, unitDisplay: 'short' }).format(count))
    .join(' ');
}
