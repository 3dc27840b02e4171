import { Box, Button, Dialog, DialogActions, DialogContent, DialogTitle, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useTranslate } from 'ra-core';
import { callQuery } from '../../../dataProvider/callQuery.ts';
import { useFormatMoment } from '../../../parts/useFormatMoment.ts';
import { useCallMutation } from '../../../views/shared/useCallMutation.ts';
import { readDeliveries, webhookCalls } from '../../../wire/calls/webhookCalls.ts';
import { SettingsLine } from '../SettingsLine.tsx';
import { dividedListStyles } from './settingsStyles.ts';

interface DeliveryLogProps {
  /** The call that reads the log. */
  of: 'webhookDeliveries' | 'automationRuns';
  id: string;
  name: string;
  onClose: () => void;
}

/** The newest events of a webhook or automation, each with a button that handles it again. */
export default function DeliveryLog({ of, id, name, onClose }: DeliveryLogProps) {
  const t = useTranslate();
  const formatMoment = useFormatMoment();
  const queryKey = ['webhooks', id];
  const { data } = useQuery(callQuery(queryKey, webhookCalls[of], readDeliveries, { params: { id } }));
  const { mutate, isPending } = useCallMutation(queryKey, () => undefined);
  const replay = (delivery: string) =>
    mutate({ call: webhookCalls.replayDelivery, params: { id: delivery }, message: 'toasts.webhookReplayed' });
  return (
    <Dialog open fullWidth maxWidth="sm" onClose={onClose} aria-labelledby="webhook-log-title">
      <DialogTitle id="webhook-log-title">{t('webhooks.logOf', { name })}</DialogTitle>
      <DialogContent>
        {data?.length === 0 && <Typography color="textSecondary">{t('webhooks.empty')}</Typography>}
        <Box component="ul" sx={dividedListStyles}>
          {data?.map(({ id: delivery, event, recordId, createdAt, state, error }) => (
            <SettingsLine
              key={delivery}
              title={event}
              chip={t(`webhooks.states.${state}`)}
              details={[formatMoment(createdAt), recordId, error]}
              button={{
                label: t('webhooks.replay'),
                name: t('webhooks.replayThis', { event }),
                disabled: isPending,
                onClick: () => replay(delivery),
              }}
            />
          ))}
        </Box>
      </DialogContent>
      <DialogActions>
        <Button variant="contained" onClick={onClose}>
          {t('jobs.close')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
