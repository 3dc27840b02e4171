import Add from '@mui/icons-material/Add';
import Description from '@mui/icons-material/DescriptionOutlined';
import SwapHoriz from '@mui/icons-material/SwapHoriz';
import { Box, Button, Card, Skeleton, Typography } from '@mui/material';
import { asList, asNumber, type ViewProps } from 'portal-frame';
import {
  formatDollars,
  PersonPhoto,
  QueryContent,
  ResourceList,
  useCall,
  useResourceName,
  Value,
} from 'portal-frame/browser';
import { useTranslate } from 'ra-core';
import { type ReactNode, useId } from 'react';
import { readTransaction, type Transaction, transactionCalls } from '../wire/transactionApi.ts';
import { Section } from './Section.tsx';

/** Reads the first element of the reply (spec 7). */
const readNewest = (data: unknown): Transaction | null => {
  const [newest] = asList(data);
  return newest ? readTransaction(newest) : null;
};

/** Earnings of the month, newest transaction, and history (spec 2). */
export default function Payments({ resource }: ViewProps) {
  const t = useTranslate();
  const total = useCall(['transactions', 'total'], transactionCalls.totalEarning, asNumber);
  const recent = useCall(['transactions', 'recent'], transactionCalls.recentTransaction, readNewest);
  return (
    <Box sx={{ display: 'grid', gap: 3, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <PaymentsHeader resource={resource} />
      <Box
        sx={{
          display: 'grid',
          gap: 2,
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 2fr) minmax(0, 3fr)' },
        }}
      >
        <PaymentCard title={t('resources.transactions.totalEarnings')} query={total}>
          {(earned) => (
            <div>
              <Typography variant="h4" component="p" sx={{ overflowWrap: 'anywhere' }}>
                {earned === null ? t('list.notAvailable') : formatDollars(earned)}
              </Typography>
              <Typography variant="body2" color="textSecondary">
                {t('resources.transactions.thisMonth')}
              </Typography>
            </div>
          )}
        </PaymentCard>
        <PaymentCard title={t('resources.transactions.recent')} minHeight={168} query={recent}>
          {(record) =>
            record ? (
              <RecentTransaction resource={resource} record={record} />
            ) : (
              <Typography color="textSecondary">{t('resources.transactions.noRecent')}</Typography>
            )
          }
        </PaymentCard>
      </Box>
      <Section title={t('resources.transactions.history')}>
        <ResourceList resource={resource} title={false} />
      </Section>
    </Box>
  );
}

const buttons = [
  { name: 'topup', icon: <Add /> },
  { name: 'transfer', icon: <SwapHoriz /> },
  { name: 'statements', icon: <Description /> },
];

/** Spec 2 gives the buttons no behaviour, so they are disabled. */
function PaymentsHeader({ resource }: Pick<ViewProps, 'resource'>) {
  const t = useTranslate();
  const { many } = useResourceName(resource);
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
      <Typography variant="h1" sx={{ flex: '1 1 auto', mr: 1 }}>
        {many}
      </Typography>
      <Box
        sx={{
          display: 'flex',
          flexWrap: 'wrap',
          gap: 1,
          '& .MuiButton-startIcon': { display: { xs: 'none', sm: 'flex' } },
        }}
      >
        {buttons.map(({ name, icon }) => (
          <Button key={name} type="button" variant="outlined" startIcon={icon} disabled>
            {t(`resources.transactions.${name}`)}
          </Button>
        ))}
      </Box>
    </Box>
  );
}

interface RecentTransactionProps extends Pick<ViewProps, 'resource'> {
  record: Transaction;
}

function RecentTransaction({ resource: { fields }, record }: RecentTransactionProps) {
  const value = (source: string) => {
    const field = fields[source];
    return field && <Value field={field} source={source} record={record} />;
  };
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.5 }}>
      <PersonPhoto name={record.patientName} size={44} />
      <Box sx={{ flex: '1 1 160px', minWidth: 0 }}>
        <Typography sx={{ fontWeight: 650 }}>{value('patientName')}</Typography>
        <Typography
          variant="body2"
          component="div"
          color="textSecondary"
          sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 2 }}
        >
          {value('accountNumber')}
          {value('dateAndTime')}
        </Typography>
      </Box>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.5 }}>
        <Typography variant="h5" component="p">
          {value('amount')}
        </Typography>
        {value('status')}
      </Box>
    </Box>
  );
}

interface PaymentCardProps<T> {
  title: string;
  /** Pixels on a phone, matching the loaded content. */
  minHeight?: number;
  query: Pick<ReturnType<typeof useCall<T>>, 'data' | 'error' | 'refetch'>;
  children: (data: T) => ReactNode;
}

/** A card with its own loading and error states. */
function PaymentCard<T>({ title, minHeight = 128, query, children }: PaymentCardProps<T>) {
  const t = useTranslate();
  const id = useId();
  return (
    <Card
      component="section"
      aria-labelledby={id}
      sx={{
        p: 2.5,
        display: 'grid',
        gap: 1.5,
        alignContent: 'start',
        minHeight: { xs: minHeight, md: 128 },
        // Align an error with the figure it replaces.
        '& > [role=alert]': { p: 0, justifyItems: 'start', textAlign: 'start' },
      }}
    >
      <Typography variant="subtitle2" component="h2" id={id} color="textSecondary">
        {title}
      </Typography>
      <QueryContent
        query={query}
        loading={
          <div role="status" aria-label={t('dashboard.loading')}>
            <Skeleton width="60%" height={34} />
            <Skeleton width="30%" height={18} sx={{ mt: 0.5 }} />
          </div>
        }
      >
        {children}
      </QueryContent>
    </Card>
  );
}
