import { Tooltip } from '@mui/material';
import type { ReactElement } from 'react';
import { useHasPainted } from './afterPaint.ts';

/** MUI's tooltip, added after the first paint: its layout effect would draw the screen twice before it is seen. */
export function LateTooltip({ title, children }: { title: string; children: ReactElement }) {
  return useHasPainted() ? <Tooltip title={title}>{children}</Tooltip> : children;
}
