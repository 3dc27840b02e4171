import { Box, Card, Typography } from '@mui/material';
import type { Role } from 'portal-frame';
import { DashboardItems, hasFeature, ListError, SectionLinks } from 'portal-frame/browser';
import { useTranslate } from 'ra-core';
import { type ReactNode, useCallback, useState } from 'react';
import type { DashboardPart } from './dashboardParts.ts';
import { type Figures, type Stat, StatCards } from './StatCards.tsx';
import { TodayTable } from './today/TodayTable.tsx';

interface DashboardProps {
  role: Role;
  stats: readonly Stat[];
  /** Undefined while loading. */
  figures: Figures | undefined;
  error: Error | null;
  onRetry: () => void;
  columns?: number;
  notes?: Record<string, string>;
  trends?: Record<string, ReactNode>;
  /** Shown even if the figures fail. */
  part: DashboardPart | undefined;
  /** Hidden if the figures fail. */
  chart?: ReactNode;
  action?: ReactNode;
  children?: ReactNode;
}

/** Common frame of the dashboards (spec 2). */
export function Dashboard({ role, error, onRetry, chart, part, action, children, ...figures }: DashboardProps) {
  const t = useTranslate();
  const [ready, setReady] = useState(false);
  const failed = error !== null && !figures.figures;
  const onReady = useCallback(() => setReady(true), []);
  const Top = part && hasFeature(part.feature) ? part.Top : undefined;
  return (
    <Box sx={{ display: 'grid', gap: 3, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', justifyContent: 'space-between', gap: 1 }}>
        <Typography variant="h1">{t('dashboard.title')}</Typography>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, minWidth: 0 }}>
          <SectionLinks role={role} />
          {action}
        </Box>
      </Box>
      {Top && <Top role={role} figures={figures.figures} />}
      {failed ? (
        <Card>
          <ListError message={error.message} onRetry={onRetry} />
        </Card>
      ) : (
        <StatCards role={role} dense={Top !== undefined} {...figures} />
      )}
      {!failed && chart}
      <DashboardItems role={role} />
      <TodayTable role={role} onReady={onReady} />
      {/* Loads meanwhile, but appears with the table so that it does not move. */}
      <Box
        hidden={!ready}
        sx={{ '&:not([hidden])': { display: 'grid' }, gap: 3, gridTemplateColumns: 'minmax(0, 1fr)' }}
      >
        {children}
      </Box>
    </Box>
  );
}
