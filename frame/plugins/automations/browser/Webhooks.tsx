import { Box, Button } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { asObject, asText } from 'portal-frame';
import { callQuery, isOffered, SettingsCard, useCallMutation } from 'portal-frame/browser';
import { askToConfirm } from 'portal-frame/browser/plugins';
import { dividedListStyles, SettingsLine } from 'portal-frame/browser/settings';
import { SecretDialog } from 'portal-frame/plugins/apiKeys/components';
import { useTranslate } from 'ra-core';
import { lazy, Suspense, useState } from 'react';
import { readWebhooks, type Webhook, webhookCalls } from '../wire/webhookCalls.ts';

const CreateWebhook = lazy(() => import('./CreateWebhook.tsx'));
const DeliveryLog = lazy(() => import('./DeliveryLog.tsx'));

const QUERY_KEY = ['webhooks'];
const END_WORDS = { title: 'webhooks.endTitle', confirm: 'webhooks.end' };

/** The webhooks of all accounts, with their logs. */
export default function Webhooks() {
  const t = useTranslate();
  const enabled = isOffered(webhookCalls.webhooks);
  const { data } = useQuery({ ...callQuery(QUERY_KEY, webhookCalls.webhooks, readWebhooks), enabled });
  const { mutate, isPending } = useCallMutation(QUERY_KEY, (reply) => setSecret(asText(asObject(reply).secret)));
  const [creates, setCreates] = useState(false);
  const [secret, setSecret] = useState('');
  const [logged, setLogged] = useState<Webhook>();
  if (!data) return null;
  const end = async ({ id, name }: Webhook) => {
    if (await askToConfirm(t('webhooks.endText', { name }), END_WORDS))
      mutate({ call: webhookCalls.endWebhook, params: { id }, message: 'toasts.webhookEnded' });
  };
  const rotate = ({ id }: Webhook) =>
    mutate({ call: webhookCalls.rotateWebhookSecret, params: { id }, message: 'toasts.webhookRotated' });
  return (
    <SettingsCard name="webhooks" title={t('webhooks.title')} hint={t('webhooks.hint')}>
      {data.length > 0 && (
        <Box component="ul" sx={dividedListStyles}>
          {data.map((webhook) => (
            <WebhookLine
              key={webhook.id}
              webhook={webhook}
              busy={isPending}
              onEnd={() => end(webhook)}
              onRotate={() => rotate(webhook)}
              onLog={() => setLogged(webhook)}
            />
          ))}
        </Box>
      )}
      <Button variant="outlined" onClick={() => setCreates(true)} sx={{ mt: 1 }}>
        {t('webhooks.create')}
      </Button>
      <Suspense fallback={null}>
        {creates && <CreateWebhook onCreated={setSecret} onClose={() => setCreates(false)} />}
        {logged && <DeliveryLog of="webhooks" id={logged.id} name={logged.name} onClose={() => setLogged(undefined)} />}
      </Suspense>
      {secret && <SecretDialog group="webhooks" secret={secret} onClose={() => setSecret('')} />}
    </SettingsCard>
  );
}

interface WebhookLineProps {
  webhook: Webhook;
  busy: boolean;
  onEnd: () => void;
  onRotate: () => void;
  onLog: () => void;
}

function WebhookLine({ webhook, busy, onEnd, onRotate, onLog }: WebhookLineProps) {
  const t = useTranslate();
  const { name, url, account, resources, failures } = webhook;
  return (
    <>
      <SettingsLine
        title={name}
        chip={failures > 0 ? t('webhooks.failing') : undefined}
        details={[url, t('apiKeys.actsFor', { name: account }), resources.join(', ')]}
        button={{ label: t('webhooks.end'), name: t('webhooks.endThis', { name }), disabled: busy, onClick: onEnd }}
      />
      <Box component="li" sx={{ '&&': { border: 0, pt: 0 }, display: 'flex', gap: 1 }}>
        <Button size="small" onClick={onLog} aria-label={t('webhooks.logOf', { name })}>
          {t('webhooks.log')}
        </Button>
        <Button size="small" disabled={busy} onClick={onRotate} aria-label={t('webhooks.rotateThis', { name })}>
          {t('webhooks.rotate')}
        </Button>
      </Box>
    </>
  );
}
