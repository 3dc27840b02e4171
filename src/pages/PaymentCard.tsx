import { Card, Skeleton, Typography } from '@mui/material';
import { QueryContent, type useCall } from 'portal-frame/browser';
import { useTranslate } from 'ra-core';
import { type ReactNode, useId } from 'react';

interface PaymentCardProps<T> {
  title: string;
  /** Pixels on a phone, matching the loaded content. */
  minHeight?: number;
  query: Pick<ReturnType<typeof useCall<T>>, 'data' | 'error' | 'refetch'>;
  children: (data: T) => ReactNode;
}

/** A card with its own loading and error states. */
export function PaymentCard<T>({ title, minHeight = 128, query, children }: PaymentCardProps<T>) {
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
