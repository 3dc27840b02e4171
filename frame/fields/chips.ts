import type { Label } from './kind.ts';

/** The colours that a chip can have; what they look like stands in the theme. */
export const CHIP_TONES = ['default', 'primary', 'secondary', 'success', 'warning', 'error', 'info'] as const;
export type ChipTone = (typeof CHIP_TONES)[number];

/** The icons that a chip can have; their outlines stand in frame/theme/tone.tsx. */
export const CHIP_ICONS = ['cancel', 'check', 'down', 'up', 'urgent', 'even', 'clock', 'alert'] as const;
export type ChipIcon = (typeof CHIP_ICONS)[number];

/** How a chip looks where its word alone does not say so. */
export interface ChipStyle {
  tone?: ChipTone | undefined;
  icon?: ChipIcon | undefined;
}

/** What a config says of one value of a choice. */
export interface ChoiceValue extends ChipStyle {
  label?: Label;
}
