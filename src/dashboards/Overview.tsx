import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import type { Call, IntlShape, Role } from 'portal-frame';
import { useTranslate } from 'ra-core';
import type { ComponentType } from 'react';
import { getToday } from '../../frame/fields/date.ts';
import { useIntl } from '../../frame/parts/intl.ts';
import { ListError } from '../../frame/views/shared/ListPlaceholders.tsx';
import { useCall } from '../../frame/views/shared/useCall.ts';
import { Section } from '../pages/Section.tsx';
import { type Figures, type Stat, StatCards } from './StatCards.tsx';

/** A part of the overview about today. */
export interface DayPartProps<Data> {
  role: Role;
  /** The business's day, as YYYY-MM-DD. */
  today: string;
  /** Undefined while it is on its way. */
  data: Data | undefined;
}

/** What needs doing for a role: the call, the figures it shows, and how far today is. */
export interface OverviewConfig<Data> {
  call: Call;
  /** What it counts beside appointments, so that a change of those reaches it. */
  countedResources?: readonly string[];
  read: (data: unknown) => Data;
  /** Each leads to its list; `today` is the business's day, as YYYY-MM-DD. */
  stats: (today: string) => readonly Stat[];
  /** How many stand side by side, where there is room. */
  columns: number;
  figures: (data: Data) => Figures;
  /** What stands under a figure, by the figure's name. */
  notes?: (data: Data, intl: IntlShape) => Record<string, string>;
  /** Where today stands: beside the figures where there is room, or above them in their width. */
  layout: 'beside' | 'above';
  /** Today, where it comes before the figures. */
  DayPart?: ComponentType<DayPartProps<Data>>;
  /** It has data of its own, and stands where the call fails as well. */
  hasOwnData?: boolean;
}

interface OverviewProps<Data> {
  role: Role;
  config: OverviewConfig<Data>;
}

/** What needs doing, and how far today is: each figure leads to its list. */
export function Overview<Data>({ role, config }: OverviewProps<Data>) {
  const t = useTranslate();
  const intl = useIntl();
  const today = getToday(intl.timeZone);
  const {
    call,
    countedResources: counts = [],
    read,
    stats,
    columns,
    figures,
    notes,
    layout: place,
    hasOwnData: own,
    DayPart: Before,
  } = config;
  const { data, error, refetch } = useCall(['appointments', 'overview', role, ...counts], call, read);
  const failed = error !== null && data === undefined;
  return (
    <Section title={t('dashboard.needsDoing')}>
      <Box
        sx={{
          display: 'grid',
          gap: { xs: 1, sm: 2 },
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: place === 'beside' ? '1fr 1fr' : undefined },
        }}
      >
        {Before && (own || !failed) && <Before role={role} today={today} data={data} />}
        {failed ? (
          <Card sx={{ gridColumn: own ? undefined : '1 / -1' }}>
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
      </Box>
    </Section>
  );
}
