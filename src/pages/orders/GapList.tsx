import { useTranslate } from 'ra-core';
import { StateChip } from '../../../frame/parts/StateChip.tsx';
import type { Gap } from '../../wire/orderApi.ts';
import './tubes.css';

/** As the lists and the calendar have them. */
const GAP_LOOK = { tone: 'error', icon: 'cancel' } as const;

/** What is missing before a visit, in red, each with why it matters. */
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
