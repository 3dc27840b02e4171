import type { CellProps } from 'portal-frame';
import { useFormatMoment, useIntl } from 'portal-frame/browser';
import { useTranslate } from 'ra-core';
import { useEffect, useState } from 'react';
import { formatTimeLeft } from './formatTimeLeft.ts';
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
