import { getResource, StateChip, showValue, useIntl } from 'portal-frame/browser';
import { useTranslate } from 'ra-core';
import type { Gap } from '../../../src/wire/orderApi.ts';
import './tubes.css';

const { readiness } = getResource('appointments').fields;

export function GapList({ gaps }: { gaps: readonly Gap[] }) {
  const t = useTranslate();
  const intl = useIntl();
  if (gaps.length === 0) return null;
  return (
    <ul className="gap-list" aria-label={t('orders.missing')}>
      {gaps.map((gap) => (
        <li key={gap}>
          <StateChip value={gap} label={t(`orders.gaps.${gap}`)} look={showValue(readiness, gap, intl)?.look} />
          <span>{t(`orders.gapHints.${gap}`)}</span>
        </li>
      ))}
    </ul>
  );
}
