import { useTranslate } from 'ra-core';
import { getResource } from '../../../../frame/config/registry.ts';
import { showValue, useIntl } from '../../../../frame/parts/intl.ts';
import { StateChip } from '../../../../frame/parts/StateChip.tsx';
import type { Gap } from '../../../wire/orderApi.ts';
import '../tubes.css';

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
