import { useTranslate } from 'ra-core';
import { StateChip } from '../../fields/parts/StateChip.tsx';
import { showValue, useTeller } from '../../fields/parts/tell.ts';
import appointments from '../../resources/appointments.ts';
import type { Gap } from '../../wire/orders.ts';
import './tubes.css';

/** What is missing before a visit, in red, each with why it matters. */
export function GapList({ gaps }: { gaps: readonly Gap[] }) {
  const t = useTranslate();
  const teller = useTeller();
  if (gaps.length === 0) return null;
  return (
    <ul className="gap-list" aria-label={t('orders.missing')}>
      {gaps.map((gap) => {
        const shown = showValue(appointments.fields.readiness, gap, teller);
        return (
          <li key={gap}>
            {shown?.tone && <StateChip value={shown.tone} label={shown.text} look={shown.look} />}
            <span>{t(`orders.gapHints.${gap}`)}</span>
          </li>
        );
      })}
    </ul>
  );
}
