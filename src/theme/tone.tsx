import Cancel from '@mui/icons-material/CancelOutlined';
import CheckCircle from '@mui/icons-material/CheckCircleOutlined';
import ArrowDown from '@mui/icons-material/KeyboardArrowDown';
import ArrowUp from '@mui/icons-material/KeyboardArrowUp';
import PriorityHigh from '@mui/icons-material/PriorityHigh';
import Remove from '@mui/icons-material/Remove';
import Schedule from '@mui/icons-material/Schedule';
import type SvgIcon from '@mui/material/SvgIcon';
import type { ReactElement } from 'react';
import type { Tone } from './tokens.ts';

interface Look {
  color: Tone | 'default';
  Icon: typeof SvgIcon;
}

/** The words of spec 9 whose colour and icon carry meaning (spec 2: green Completed, red Rejected, yellow otherwise). */
const looks: Record<string, Look> = {
  Completed: { color: 'success', Icon: CheckCircle },
  Rejected: { color: 'error', Icon: Cancel },
  Denied: { color: 'error', Icon: Cancel },
  Urgent: { color: 'error', Icon: PriorityHigh },
  High: { color: 'warning', Icon: ArrowUp },
  Medium: { color: 'info', Icon: Remove },
  Low: { color: 'default', Icon: ArrowDown },
  Normal: { color: 'default', Icon: Remove },
  Online: { color: 'success', Icon: CheckCircle },
  Offline: { color: 'default', Icon: Cancel },
};
const otherwise: Look = { color: 'warning', Icon: Schedule };

/** Priorities are chips with a line around them, so that a status beside them stays the louder one. */
const quiet = new Set(['Urgent', 'High', 'Medium', 'Low', 'Normal']);

/**
 * Colour, icon and kind of the chip for a status or priority of the wire; a status that is not known is yellow.
 * @example const { color, icon, variant } = statusTone('Completed'); <Chip color={color} icon={icon} variant={variant} ... />
 */
export function statusTone(value: string): {
  color: Tone | 'default';
  icon: ReactElement;
  variant: 'filled' | 'outlined';
} {
  const { color, Icon } = looks[value] ?? otherwise;
  return { color, icon: <Icon />, variant: quiet.has(value) ? 'outlined' : 'filled' };
}
