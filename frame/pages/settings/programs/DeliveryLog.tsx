import { useQuery } from '@tanstack/react-query';
import { useTranslate } from 'ra-core';
import { callQuery } from '../../../dataProvider/callQuery.ts';
import { useFormatMoment } from '../../../parts/useFormatMoment.ts';
import { useCallMutation } from '../../../views/shared/useCallMutation.ts';
import { readDeliveries, webhookCalls } from '../../../wire/calls/webhookCalls.ts';
import { LogDialog } from './LogDialog.tsx';

interface DeliveryLogProps {
  of: 'webhooks' | 'automations';
  id: string;
  name: string;
  onClose: () => void;
}

const CALLS = { webhooks: 'webhookDeliveries', automations: 'automationRuns' } as const;
const MESSAGES = { webhooks: 'toasts.webhookReplayed', automations: 'toasts.automationReplayed' };

/** The newest events of a webhook or automation, each with a button that handles it again. */
export default function DeliveryLog({ of, id, name, onClose }: DeliveryLogProps) {
  const t = useTranslate();
  const formatMoment = useFormatMoment();
  const queryKey = ['webhooks', id];
  const { data } = useQuery(callQuery(queryKey, webhookCalls[CALLS[of]], readDeliveries, { params: { id } }));
  const { mutate, isPending } = useCallMutation(queryKey, () => undefined);
  const entries = data?.map(({ id: delivery, event: type, recordId, createdAt, state, error }) => {
    // Automations are for people; webhooks say what the other system receives.
    const event = t(`${of}.events.${type.split('.')[1]}`, { _: type });
    const replay = { call: webhookCalls.replayDelivery, params: { id: delivery }, message: MESSAGES[of] };
    return {
      ...{ id: delivery, title: event, chip: t(`${of}.states.${state}`) },
      details: [formatMoment(createdAt), recordId, error],
      button: {
        label: t(`${of}.replay`),
        name: t(`${of}.replayThis`, { event }),
        disabled: isPending,
        onClick: () => mutate(replay),
      },
    };
  });
  return (
    <LogDialog title={t('webhooks.logOf', { name })} empty={t(`${of}.empty`)} entries={entries} onClose={onClose} />
  );
}
