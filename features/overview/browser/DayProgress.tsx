import { Box, Card, Link, Skeleton, Typography } from '@mui/material';
import { useTranslate } from 'ra-core';
import type { ReactNode } from 'react';
import { Link as RouterLink } from 'react-router';
import type { Progress } from '../wire/overviewApi.ts';

interface DayProps {
  to: string;
  /** Undefined while loading. */
  day: Progress | undefined;
  failed?: boolean;
  children?: ReactNode;
}

/** Shows how many of today's visits are done, and links to them. */
export function DayCard({ to, day, failed, children }: DayProps) {
  const t = useTranslate();
  return (
    <Card sx={{ p: { xs: 2, sm: 2.5 }, display: 'grid', gap: 1, alignContent: 'start' }}>
      <Box sx={{ display: 'flex', justifyContent: 'space-between', alignItems: 'baseline', gap: 2 }}>
        <Typography variant="subtitle2" component="h3" color="textSecondary">
          <Link component={RouterLink} to={to}>
            {t('dashboard.progress')}
          </Link>
        </Typography>
        <Typography sx={{ fontWeight: 650 }}>
          {day ? (
            day.visits > 0 ? (
              t('dashboard.done', { done: day.done, all: day.visits })
            ) : (
              t('runSheet.visits', { smart_count: 0 })
            )
          ) : failed ? (
            ''
          ) : (
            <Skeleton width="5em" />
          )}
        </Typography>
      </Box>
      {children}
    </Card>
  );
}
