import { Box, Card } from '@mui/material';
import type { Call, IntlShape, Role } from 'portal-frame';
import { getToday, ListError, useCall, useIntl } from 'portal-frame/browser';
import { useTranslate } from 'ra-core';
import type { ComponentType, ReactNode } from 'react';
import { type Figures, type Stat, StatCards } from '../../../src/dashboards/StatCards.tsx';
import { Section } from '../../../src/pages/Section.tsx';

export interface DayPartProps<Data> {
  role: Role;
  /** Business day, YYYY-MM-DD. */
  today: string;
  /** Undefined while loading. */
  data: Data | undefined;
}

export interface OverviewConfig<Data> {
  call: Call;
  /** Besides appointments. A change of these refetches the figures. */
  countedResources?: readonly string[];
  read: (data: unknown) => Data;
  /** `today` is the business day, YYYY-MM-DD. */
  stats: (today: string) => readonly Stat[];
  columns: number;
  figures: (data: Data) => Figures;
  /** Lines below figures, by name. */
  notes?: (data: Data, intl: IntlShape) => Record<string, string>;
  layout: 'beside' | 'above';
  DayPart?: ComponentType<DayPartProps<Data>>;
  /** It fetches its own data and shows even if the call fails. */
  hasOwnData?: boolean;
}

interface OverviewProps<Data> {
  role: Role;
  config: OverviewConfig<Data>;
  /** Below the figures. */
  children?: ReactNode;
}

/** Shows the open work of a role: figures that ask for work, each linked to its list, and the progress of the day. */
export function Overview<Data>({ role, config, children }: OverviewProps<Data>) {
  const t = useTranslate();
  const intl = useIntl();
  const today = getToday(intl.timeZone);
  const { call, countedResources = [], read, stats, columns, figures, notes, layout, hasOwnData, DayPart } = config;
  const { data, error, refetch } = useCall(['appointments', 'overview', role, ...countedResources], call, read);
  const failed = error !== null && data === undefined;
  return (
    <Section title={t('dashboard.needsDoing')}>
      <Box
        sx={{
          display: 'grid',
          gap: { xs: 1, sm: 2 },
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: layout === 'beside' ? '1fr 1fr' : undefined },
        }}
      >
        {DayPart && (hasOwnData || !failed) && <DayPart role={role} today={today} data={data} />}
        {failed ? (
          <Card sx={{ gridColumn: hasOwnData ? undefined : '1 / -1' }}>
            <ListError message={error.message} onRetry={refetch} />
          </Card>
        ) : (
          <StatCards
            role={role}
            stats={stats(today)}
            columns={columns}
            figures={data && figures(data)}
            notes={data && notes?.(data, intl)}
          />
        )}
        {children}
      </Box>
    </Section>
  );
}
