import { useQuery } from '@tanstack/react-query';
import { callQuery, useCallMutation, useFormatMoment } from 'portal-frame/browser';
import { LogDialog } from 'portal-frame/browser/settings';
import { useTranslate } from 'ra-core';
import { readDeliveries, webhookCalls } from '../wire/webhookCalls.ts';

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
