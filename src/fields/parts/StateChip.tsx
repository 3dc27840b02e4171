import { GlyphIcon, statusTone } from '../../theme/tone.tsx';

/** A status or priority as a chip of icon and word; the theme knows its colour and icon. */
export function StateChip({ value, label }: { value: string; label: string }) {
  const { color, icon, quiet } = statusTone(value);
  return (
    <span className={`chip chip-${color}${quiet ? ' chip-quiet' : ''}`}>
      <GlyphIcon name={icon} />
      <span className="chip-text">{label}</span>
    </span>
  );
}
