import { Tooltip } from '@mui/material';
import type { ReactElement } from 'react';
import { CONTROL_SIZE } from '../../theme/tokens.ts';
import { useHasPainted } from '../shared/afterPaint.ts';

/** An icon button with MUI's tooltip, whose layout effect would draw the screen twice before its first paint. */
export function LateTooltip({ title, children }: { title: string; children: ReactElement }) {
  const hasPainted = useHasPainted();
  return hasPainted ? <Tooltip title={title}>{children}</Tooltip> : <span style={{ width: CONTROL_SIZE }} />;
}
