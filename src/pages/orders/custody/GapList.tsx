import { useTranslate } from 'ra-core';
import { StateChip } from '../../../../frame/parts/StateChip.tsx';
import type { Gap } from '../../../wire/orderApi.ts';
import '../tubes.css';

/** As in lists and the calendar. */
const GAP_LOOK = { tone: 'error', icon: 'cancel' } as const;

export function GapList({ gaps }: { gaps: readonly Gap[] }) {
  const t = useTranslate();
  if (gaps.length === 0) return null;
  return (
    <ul className="gap-list" aria-label={t('orders.missing')}>
      {gaps.map((gap) => (
        <li key={gap}>
          <StateChip value={gap} label={t(`orders.gaps.${gap}`)} look={GAP_LOOK} />
          <span>{t(`orders.gapHints.${gap}`)}</span>
        </li>
      ))}
    </ul>
  );
}
