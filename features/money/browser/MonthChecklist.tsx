import { Box } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import type { CellProps } from 'portal-frame';
import {
  callQuery,
  findResource,
  formatDayAndTime,
  formatDollars,
  getFilteredPath,
  getResource,
  ListError,
  useIntl,
} from 'portal-frame/browser';
import { addDays, addMonths } from 'portal-frame/wire';
import { useTranslate } from 'ra-core';
import { Link } from 'react-router';
import { useProfilePath } from '../../../src/pages/settings/useProfilePath.ts';
import { type MonthPreview, monthCalls, readMonthPreview } from '../wire/monthApi.ts';

const ITEMS = ['withoutResult', 'withoutPrice', 'withoutEmployee', 'held', 'withoutSeller'] as const;

/** Returns the list of what an item counts; undefined for visits without a price, which are linked one by one. */
function findList(item: (typeof ITEMS)[number], month: string): string | undefined {
  const days = { from: month, to: addDays(addMonths(month, 1), -1) };
  const listOf = (resource: string, filter: object) => {
    const list = findResource(resource)?.roles.admin?.list;
    return list && getFilteredPath(list, filter as never);
  };
  if (item === 'withoutResult') return listOf('appointments', { status: 'Pending', ...days });
  if (item === 'withoutEmployee') return listOf('appointments', { status: 'Completed', assigned: false, ...days });
  return item === 'held' ? listOf('heldFacts', { state: 'held' }) : undefined;
}

/** Checklist of a month with links, and the invoices and payouts that closing it would write; of a closed one as it was. */
export default function MonthChecklist({ record }: CellProps) {
  const month = String(record.month);
  const isOpen = record.state === 'open';
  const params = { id: record.id };
  const { data, error, refetch } = useQuery({
    ...callQuery(['periods', 'preview', record.id, record.state], monthCalls.monthPreview, readMonthPreview, {
      params,
    }),
    enabled: isOpen,
  });
  if (error && !data) return <ListError message={error.message} onRetry={refetch} />;
  const counts = isOpen ? data?.checklist : record;
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 0.5 }}>
        {ITEMS.map((item) => (
          <Item key={item} item={item} month={month} count={counts ? Number(counts[item] ?? 0) : undefined}>
            {item === 'withoutPrice' && data && <Unpriced visits={data.unpriced} />}
          </Item>
        ))}
      </Box>
      {isOpen && data && (
        <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: '1fr 1fr' } }}>
          <Sums name="invoices" sums={data.invoices} />
          <Sums name="payouts" sums={data.payouts} />
        </Box>
      )}
    </Box>
  );
}

interface ItemProps {
  item: (typeof ITEMS)[number];
  month: string;
  /** Undefined while it is computed. */
  count: number | undefined;
  children: React.ReactNode;
}

function Item({ item, month, count, children }: ItemProps) {
  const t = useTranslate();
  const profile = useProfilePath(item === 'withoutSeller' && Boolean(count));
  const list = count ? (profile ?? findList(item, month)) : undefined;
  const words = t(`resources.periods.fields.${item}`);
  const mark = count === undefined ? '…' : count === 0 ? '✓' : String(count);
  return (
    <Box component="li" sx={{ display: 'grid', gridTemplateColumns: '2.5rem minmax(0, 1fr)', columnGap: 1 }}>
      <Box component="strong" sx={{ color: count ? 'warning.main' : 'success.main', textAlign: 'right' }}>
        {mark}
      </Box>
      <span>{list ? <Link to={list}>{words}</Link> : words}</span>
      {children}
    </Box>
  );
}

function Unpriced({ visits }: { visits: MonthPreview['unpriced'] }) {
  const intl = useIntl();
  const list = getResource('appointments').roles.admin?.list ?? '';
  return (
    <Box sx={{ gridColumn: 2, display: 'flex', flexWrap: 'wrap', columnGap: 1.5 }}>
      {visits.map(({ id, at }) => {
        const { day, time } = formatDayAndTime(at, intl);
        return (
          <Link key={id} to={`${list}/${encodeURIComponent(id)}`}>
            {`${day}, ${time}`}
          </Link>
        );
      })}
    </Box>
  );
}

function Sums({ name, sums }: { name: 'invoices' | 'payouts'; sums: MonthPreview['invoices'] }) {
  const t = useTranslate();
  const total = sums.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0) / 100;
  return (
    <section aria-label={t(`money.preview.${name}`)}>
      <Box component="h4" sx={{ m: 0, mb: 0.5, fontSize: 'body2.fontSize', fontWeight: 650 }}>
        {t(`money.preview.${name}`)}
      </Box>
      <Box component="dl" sx={{ m: 0, display: 'grid', gridTemplateColumns: 'minmax(0, 1fr) auto', gap: 0.5 }}>
        {[...sums, { id: '', name: t('money.preview.total'), amount: total }].map((one) => (
          <Box key={one.id} sx={{ display: 'contents', fontWeight: one.id ? undefined : 650 }}>
            <dt>{one.name}</dt>
            <Box component="dd" sx={{ m: 0, textAlign: 'right', fontVariantNumeric: 'tabular-nums' }}>
              {formatDollars(one.amount)}
            </Box>
          </Box>
        ))}
      </Box>
    </section>
  );
}
