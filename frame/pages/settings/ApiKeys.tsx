import { Box, Button, Dialog, DialogActions, DialogContent, DialogTitle, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useTranslate } from 'ra-core';
import { lazy, Suspense, useState } from 'react';
import { callQuery } from '../../dataProvider/callQuery.ts';
import { askToConfirm } from '../../notify/askToConfirm.ts';
import { useFormatMoment } from '../../parts/useFormatMoment.ts';
import { isOffered } from '../../session/session.ts';
import { CopyButton } from '../../views/detail/CopyButton.tsx';
import { useCallMutation } from '../../views/shared/useCallMutation.ts';
import { type ApiKey, apiKeyCalls, readApiKeys } from '../../wire/calls/apiKeyCalls.ts';
import { isManager, type Role } from '../../wire/roles.ts';
import { SettingsCard } from './SettingsCard.tsx';
import { SettingsLine } from './SettingsLine.tsx';

const CreateApiKey = lazy(() => import('./CreateApiKey.tsx'));

const API_KEYS = ['apiKeys'];

/** The API keys of all accounts. Hidden from roles that do not manage accounts. */
export default function ApiKeys({ role }: { role: Role }) {
  const t = useTranslate();
  const enabled = isManager(role) && isOffered(apiKeyCalls.apiKeys);
  const { data } = useQuery({ ...callQuery(API_KEYS, apiKeyCalls.apiKeys, readApiKeys), enabled });
  const { mutate, isPending } = useCallMutation(API_KEYS, () => undefined);
  const [creates, setCreates] = useState(false);
  const [token, setToken] = useState('');
  if (!data) return null;
  const revoke = async ({ id, name }: ApiKey) => {
    const words = { title: 'apiKeys.revokeTitle', confirm: 'apiKeys.revoke' };
    const confirmed = await askToConfirm(t('apiKeys.revokeText', { name }), words);
    if (confirmed) mutate({ call: apiKeyCalls.revokeApiKey, params: { id }, message: 'toasts.apiKeyRevoked' });
  };
  return (
    <SettingsCard name="apiKeys" title={t('apiKeys.title')} hint={t('apiKeys.hint')}>
      {data.length > 0 && (
        <Box
          component="ul"
          sx={{
            ...{ listStyle: 'none', m: 0, p: 0 },
            ...{ '& > li': { py: 1.5 }, '& > li + li': { borderTop: 1, borderColor: 'divider' } },
          }}
        >
          {data.map((key) => (
            <KeyLine key={key.id} apiKey={key} busy={isPending} onRevoke={() => revoke(key)} />
          ))}
        </Box>
      )}
      <Button variant="outlined" onClick={() => setCreates(true)} sx={{ mt: 1 }}>
        {t('apiKeys.create')}
      </Button>
      <Suspense fallback={null}>
        {creates && <CreateApiKey onCreated={setToken} onClose={() => setCreates(false)} />}
      </Suspense>
      {token && <TokenDialog token={token} onClose={() => setToken('')} />}
    </SettingsCard>
  );
}

function KeyLine({ apiKey, busy, onRevoke }: { apiKey: ApiKey; busy: boolean; onRevoke: () => void }) {
  const t = useTranslate();
  const formatMoment = useFormatMoment();
  const { name, account, access, resources, expiresAt, lastUsed, revokedAt } = apiKey;
  const isExpired = Date.parse(expiresAt) <= Date.now();
  const ended = (revokedAt && 'apiKeys.revoked') || (isExpired && 'apiKeys.expired') || undefined;
  return (
    <SettingsLine
      title={name}
      chip={ended && t(ended)}
      details={[
        t('apiKeys.actsFor', { name: account }),
        t(`apiKeys.access.${access}`),
        resources.join(', '),
        lastUsed ? t('apiKeys.used', { time: formatMoment(lastUsed) }) : t('apiKeys.unused'),
        t('apiKeys.expires', { time: formatMoment(expiresAt) }),
      ]}
      button={
        ended
          ? undefined
          : { label: t('apiKeys.revoke'), name: t('apiKeys.revokeThis', { name }), disabled: busy, onClick: onRevoke }
      }
    />
  );
}

/** Shows a token once. Closes only by its button. */
function TokenDialog({ token, onClose }: { token: string; onClose: () => void }) {
  const t = useTranslate();
  return (
    <Dialog open fullWidth maxWidth="sm" aria-labelledby="api-key-title">
      <DialogTitle id="api-key-title">{t('apiKeys.tokenTitle')}</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 2, justifyItems: 'start' }}>
        <Typography color="textSecondary">{t('apiKeys.tokenText')}</Typography>
        <Typography sx={{ fontFamily: 'monospace', overflowWrap: 'anywhere' }}>{token}</Typography>
        <CopyButton text={token} label={t('apiKeys.copy')} />
      </DialogContent>
      <DialogActions>
        <Button variant="contained" onClick={onClose}>
          {t('apiKeys.kept')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
