import type { Label } from '../i18n/translateMessage.ts';

/** Chip colours, defined in the theme. */
export const CHIP_TONES = ['default', 'primary', 'secondary', 'success', 'warning', 'error', 'info'] as const;
export type ChipTone = (typeof CHIP_TONES)[number];

/** Chip icons, drawn in frame/theme/chipTones.tsx. */
export const CHIP_ICONS = ['cancel', 'check', 'down', 'up', 'urgent', 'even', 'clock', 'alert'] as const;
export type ChipIcon = (typeof CHIP_ICONS)[number];

/** Colour and icon of a chip. */
export interface ChipStyle {
  tone?: ChipTone | undefined;
  icon?: ChipIcon | undefined;
}

/** Label and chip of one value. */
export interface ChoiceValue extends ChipStyle {
  label?: Label;
}
