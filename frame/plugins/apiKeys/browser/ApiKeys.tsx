import { Button } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { callQuery, isOffered, SettingsCard, useCallMutation, useFormatMoment } from 'portal-frame/browser';
import { askToConfirm } from 'portal-frame/browser/plugins';
import { SettingsList } from 'portal-frame/browser/settings';
import { getPageRoles, type Role } from 'portal-frame/roles';
import { useTranslate } from 'ra-core';
import { lazy, Suspense, useState } from 'react';
import { type ApiKey, apiKeyCalls, readApiKeys } from '../wire/apiKeyCalls.ts';
import { SecretDialog } from './SecretDialog.tsx';

const CreateApiKey = lazy(() => import('./CreateApiKey.tsx'));

const API_KEYS = ['apiKeys'];

/** The API keys of all accounts. Hidden from roles that do not manage accounts. */
export default function ApiKeys({ role }: { role: Role }) {
  const t = useTranslate();
  const formatMoment = useFormatMoment();
  const enabled = getPageRoles().isManager(role) && isOffered(apiKeyCalls.apiKeys);
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
  const entries = data.map((key) => {
    const { id, name, account, access, resources, mcp, expiresAt, lastUsed, revokedAt } = key;
    const isExpired = Date.parse(expiresAt) <= Date.now();
    const ended = (revokedAt && 'apiKeys.revoked') || (isExpired && 'apiKeys.expired') || undefined;
    const label = t('apiKeys.revoke');
    const button = { label, name: t('apiKeys.revokeThis', { name }), disabled: isPending, onClick: () => revoke(key) };
    return {
      ...{ id, title: name, chip: ended && t(ended), button: ended ? undefined : button },
      details: [
        t('apiKeys.actsFor', { name: account }),
        t(`apiKeys.access.${access}`),
        mcp === 'off' ? null : t(`apiKeys.mcp.${mcp}`),
        resources.join(', '),
        lastUsed ? t('apiKeys.used', { time: formatMoment(lastUsed) }) : t('apiKeys.unused'),
        t('apiKeys.expires', { time: formatMoment(expiresAt) }),
      ],
    };
  });
  return (
    <SettingsCard name="apiKeys" title={t('apiKeys.title')} hint={t('apiKeys.hint')}>
      {entries.length > 0 && <SettingsList entries={entries} />}
      <Button variant="outlined" onClick={() => setCreates(true)} sx={{ mt: 1 }}>
        {t('apiKeys.create')}
      </Button>
      <Suspense fallback={null}>
        {creates && <CreateApiKey onCreated={setToken} onClose={() => setCreates(false)} />}
      </Suspense>
      {token && <SecretDialog group="apiKeys" secret={token} onClose={() => setToken('')} />}
    </SettingsCard>
  );
}
