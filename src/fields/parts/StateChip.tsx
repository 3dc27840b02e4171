import Chip from '@mui/material/Chip';
import { statusTone } from '../../theme/tone.tsx';

/** A status or priority as a chip of icon and word; the theme knows its colour and icon. */
export function StateChip({ value, label }: { value: string; label: string }) {
  const { color, icon, variant } = statusTone(value);
  return <Chip size="small" color={color} variant={variant} icon={icon} label={label} />;
}
