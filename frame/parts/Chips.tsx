import type { ReactNode } from 'react';

const MAX_CHIPS = 3;

/** Shows values as chips side by side. In a cell, extra chips collapse into a count and `text` becomes the tooltip. */
export function Chips({ chips, text, compact }: { chips: readonly ReactNode[]; text?: string; compact?: boolean }) {
  const shown = compact && chips.length > MAX_CHIPS ? chips.slice(0, MAX_CHIPS - 1) : chips;
  const left = chips.length - shown.length;
  return (
    <span className="chips" title={compact ? text : undefined}>
      {shown.map((chip, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: texts may repeat and their order never changes
        <span key={index} className="chip">
          <span className="chip-text">{chip}</span>
        </span>
      ))}
      {left > 0 && <span className="chip chip-quiet">{`+${left}`}</span>}
    </span>
  );
}
