import { Box, Card, Skeleton, Typography } from '@mui/material';
import type { IconName, Role } from 'portal-frame';
import { CoverLink, formatDollars, getFilteredPath, getResource, Icon, useIntl } from 'portal-frame/browser';
import { PHONE_QUERY, TABLE_QUERIES } from 'portal-frame/tokens';
import { useTranslate } from 'ra-core';
import type { ReactNode } from 'react';

export interface Stat {
  /** Key in the data. */
  name: string;
  /** i18n key. */
  label: string;
  icon: IconName;
  money?: boolean;
  /** Highlighted unless 0. */
  isWarning?: boolean;
  /** The host counts no further. Shown as "or more". */
  countLimit?: number;
  /** A note stands below (`notes`). */
  hasNote?: boolean;
  /** Links the card to this list. */
  list?: { resource: string; filter?: Record<string, unknown> };
}

/** Shared by employees and laboratories (spec 2). */
export const appointmentStats: readonly Stat[] = [
  {
    name: 'totalAppointments',
    label: 'dashboard.totalAppointments',
    icon: 'event',
    list: { resource: 'appointments' },
  },
  {
    name: 'pendingAppointments',
    label: 'dashboard.pendingAppointments',
    icon: 'schedule',
    list: { resource: 'appointments', filter: { status: 'Pending' } },
  },
];

/** Null if the host omits one. */
export type Figures = Readonly<Record<string, number | null>>;

interface StatCardsProps {
  role: Role;
  stats: readonly Stat[];
  /** Undefined while loading. */
  figures: Figures | undefined;
  trends?: Record<string, ReactNode>;
  /** By name. */
  notes?: Record<string, string> | undefined;
  columns?: number;
  /** One low line per card on wide screens, for figures that ask for no work. */
  dense?: boolean;
}

/** Figures of a dashboard (spec 2), with skeletons of the same size. */
export function StatCards({ role, stats, figures, trends, notes, columns = 3, dense = false }: StatCardsProps) {
  return (
    <Box
      component="ul"
      sx={{
        listStyle: 'none',
        m: 0,
        p: 0,
        display: 'grid',
        gap: { xs: 1, sm: 2 },
        gridTemplateColumns: { xs: '1fr', sm: `repeat(${columns > 3 ? 2 : columns}, minmax(0, 1fr))` },
        [`@media ${TABLE_QUERIES.wide}`]: { gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` },
      }}
    >
      {stats.map((stat) => (
        <StatCard
          key={stat.name}
          stat={stat}
          dense={dense}
          small={dense || columns > 4}
          value={figures && (figures[stat.name] ?? null)}
          to={stat.list && getListPath(stat.list, role)}
          trend={trends?.[stat.name]}
          note={notes?.[stat.name]}
        />
      ))}
    </Box>
  );
}

/** Returns the list's address, or undefined if the role has no such list. */
export function getListPath({ resource, filter }: NonNullable<Stat['list']>, role: Role): string | undefined {
  const path = getResource(resource).roles[role]?.list;
  return path && filter ? getFilteredPath(path, filter) : path;
}

interface StatCardProps {
  stat: Stat;
  dense: boolean;
  /** Amounts fit a narrow card. */
  small: boolean;
  value: number | null | undefined;
  to: string | undefined;
  trend: ReactNode;
  note: string | undefined;
}

const labelStyles = {
  ...{ display: 'flex', alignItems: 'center', gap: 1, color: 'text.secondary' },
  // Three labels fit a tablet without icons.
  '@media (min-width:600px) and (max-width:1279.95px)': { '& > svg': { display: 'none' } },
};

/** Returns styles that put label and note on the left and the figure on the right. */
const getLineStyles = (hasNote = false) => ({
  gridTemplateColumns: 'minmax(0, 1fr) auto',
  '& > .figure': {
    gridArea: hasNote ? '1 / 2 / span 2' : '1 / 2',
    mt: 0,
    minHeight: 28,
    '& > p': { fontSize: 'h5.fontSize' },
  },
});

function StatCard({ stat, dense, small, value, to, trend, note }: StatCardProps) {
  const { label, icon, money, isWarning, countLimit, hasNote } = stat;
  const t = useTranslate();
  const { locale } = useIntl();
  return (
    <Card
      component="li"
      sx={{
        position: 'relative',
        p: { xs: 2, sm: 2.5 },
        display: 'grid',
        alignItems: 'center',
        alignContent: 'start',
        columnGap: 1.5,
        [`@media ${PHONE_QUERY}`]: getLineStyles(hasNote),
        ...(dense && { [`@media ${TABLE_QUERIES.wide}`]: { ...getLineStyles(hasNote), py: 1.5 } }),
        '&:hover': to ? { borderColor: 'edge' } : undefined,
      }}
    >
      <Box sx={labelStyles}>
        <Icon name={icon} fontSize="small" />
        <Typography variant="subtitle2" component="h2">
          {to ? <CoverLink to={to}>{t(label)}</CoverLink> : t(label)}
        </Typography>
      </Box>
      <Box
        className="figure"
        sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: 1.5, mt: 1 }}
      >
        <Typography
          variant={small ? 'h5' : 'h4'}
          component="p"
          sx={{ minHeight: '1.2em', whiteSpace: 'nowrap', color: isWarning && value ? 'warning.strong' : undefined }}
        >
          {value === undefined ? (
            <Skeleton width={money ? '5em' : '3em'} height="1.2em" aria-label={t('dashboard.loading')} />
          ) : value === null ? (
            t('list.notAvailable')
          ) : money ? (
            formatDollars(value)
          ) : countLimit !== undefined && value >= countLimit ? (
            t('list.orMore', { count: (countLimit - 1).toLocaleString(locale) })
          ) : (
            value.toLocaleString(locale)
          )}
        </Typography>
        {trend}
      </Box>
      {hasNote && (
        <Typography variant="body2" color="textSecondary" sx={{ minHeight: '1.5em' }}>
          {note}
        </Typography>
      )}
    </Card>
  );
}
