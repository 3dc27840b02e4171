import type { ChipStyle } from '../fields/chips.ts';
import { GlyphIcon, getToneStyle } from '../theme/chipTones.tsx';

/** Shows a status or priority as a chip with icon. */
export function StateChip({ value, label, look }: { value: string; label: string; look?: ChipStyle | undefined }) {
  const { color, icon, quiet } = getToneStyle(value, look);
  return (
    <span className={`chip chip-${color}${quiet ? ' chip-quiet' : ''}`}>
      {icon && <GlyphIcon name={icon} />}
      <span className="chip-text">{label}</span>
    </span>
  );
}
