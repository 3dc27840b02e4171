import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import CardContent from '@mui/material/CardContent';
import Typography from '@mui/material/Typography';
import { asNumber, asObject, type Role } from 'portal-frame';
import { DashboardItems, ListError, Loading, useCall } from 'portal-frame/browser';
import { useTranslate } from 'react-admin';
import { lent } from '../wire/lent.ts';

/** Dashboard of the librarians: a figure from the library's endpoint, and the reports of the configs. */
export default function Desk({ role }: { role: Role }) {
  const t = useTranslate();
  // The key starts with the resource, so changes to loans refetch it.
  const { data, error, refetch } = useCall(['loans', 'lent'], lent, (found) => asNumber(asObject(found).count) ?? 0);
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <Typography variant="h1">{t('desk.title')}</Typography>
      <Card>
        <CardContent>
          <Typography variant="subtitle2" component="h2">
            {t('desk.lent')}
          </Typography>
          {error ? <ListError message={error.message} onRetry={refetch} /> : null}
          {data === undefined && !error ? <Loading /> : null}
          {data !== undefined && <Typography variant="h4">{data}</Typography>}
        </CardContent>
      </Card>
      <DashboardItems role={role} />
    </Box>
  );
}
