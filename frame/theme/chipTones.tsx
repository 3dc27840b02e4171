import type { ChipIcon, ChipStyle, ChipTone } from '../fields/chips.ts';
import type { Tone } from './tokens.ts';

interface ToneStyle {
  color: (Tone | 'default') & ChipTone;
  icon?: Glyph & ChipIcon;
}

/** Paths of Material icons (24 by 24) for rows, where a MUI icon costs as much as a button. */
export const GLYPHS = {
  cancel:
    'M12 2C6.47 2 2 6.47 2 12s4.47 10 10 10 10-4.47 10-10S17.53 2 12 2m0 18c-4.41 0-8-3.59-8-8s3.59-8 8-8 8 3.59 8 8-3.59 8-8 8m3.59-13L12 10.59 8.41 7 7 8.41 10.59 12 7 15.59 8.41 17 12 13.41 15.59 17 17 15.59 13.41 12 17 8.41z',
  check:
    'M12 2C6.48 2 2 6.48 2 12s4.48 10 10 10 10-4.48 10-10S17.52 2 12 2m0 18c-4.41 0-8-3.59-8-8s3.59-8 8-8 8 3.59 8 8-3.59 8-8 8m4.59-12.42L10 14.17l-2.59-2.58L6 13l4 4 8-8z',
  down: 'M7.41 8.59 12 13.17l4.59-4.58L18 10l-6 6-6-6z',
  up: 'M7.41 15.41 12 10.83l4.59 4.58L18 14l-6-6-6 6z',
  urgent: 'M10 3h4v12h-4zM14 19a2 2 0 1 1-4 0 2 2 0 0 1 4 0z',
  even: 'M19 13H5v-2h14z',
  clock:
    'M11.99 2C6.47 2 2 6.48 2 12s4.47 10 9.99 10C17.52 22 22 17.52 22 12S17.52 2 11.99 2M12 20c-4.42 0-8-3.58-8-8s3.58-8 8-8 8 3.58 8 8-3.58 8-8 8M12.5 7H11v6l5.25 3.15.75-1.23-4.5-2.67z',
  alert: 'M12 5.99 19.53 19H4.47zM12 2 1 21h22zm1 14h-2v2h2zm0-6h-2v4h2z',
  opens: 'm7 10 5 5 5-5z',
  close: 'M19 6.41 17.59 5 12 10.59 6.41 5 5 6.41 10.59 12 5 17.59 6.41 19 12 13.41 17.59 19 19 17.59 13.41 12z',
} as const;
export type Glyph = keyof typeof GLYPHS;

export function GlyphIcon({ name }: { name: Glyph }) {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden focusable="false">
      <path d={GLYPHS[name]} />
    </svg>
  );
}

/** Values with a colour and icon of their own. */
const toneStyles: Record<string, ToneStyle> = {
  Pending: { color: 'warning', icon: 'clock' },
  Completed: { color: 'success', icon: 'check' },
  Rejected: { color: 'error', icon: 'cancel' },
  Denied: { color: 'error', icon: 'cancel' },
  Urgent: { color: 'error', icon: 'urgent' },
  High: { color: 'warning', icon: 'up' },
  Medium: { color: 'info', icon: 'even' },
  Low: { color: 'default', icon: 'down' },
  Normal: { color: 'default', icon: 'even' },
  Online: { color: 'success', icon: 'check' },
  Offline: { color: 'default', icon: 'cancel' },
};
const DEFAULT_STYLE: ToneStyle = { color: 'default' };

/** Priorities are outlined, so that a status beside them stands out. */
const outlinedValues = new Set(['Urgent', 'High', 'Medium', 'Low', 'Normal']);

/** Returns colour and icon of a value's chip: the config's `look`, else the value's own, else grey without icon. */
export function getToneStyle(value: string, { tone, icon }: ChipStyle = {}): ToneStyle & { quiet: boolean } {
  const own = toneStyles[value] ?? DEFAULT_STYLE;
  const shown = icon ?? (tone ? 'even' : own.icon);
  return { color: tone ?? own.color, ...(shown && { icon: shown }), quiet: !tone && outlinedValues.has(value) };
}
