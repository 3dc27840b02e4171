import { Box } from '@mui/material';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { asObject, asText, type Role } from 'portal-frame';
import { callQuery, request } from 'portal-frame/browser';
import { resources, useRoleName } from 'portal-frame/browser/plugins';
import { FormDialog, type FormValues, getFieldErrors, MULTIPLE_PROPS } from 'portal-frame/browser/settings';
import { apiKeyCalls, readApiKeyChoices } from 'portal-frame/plugins/apiKeys/wire';
import { useTranslate } from 'ra-core';
import { AutocompleteInput, TextInput } from 'react-admin';
import { webhookCalls } from '../wire/webhookCalls.ts';

const EMPTY = { name: '', url: '', accountId: '', resources: [] };

const toBody = ({ name, url, accountId, resources }: FormValues) => ({
  ...{ name: name ?? '', url: url ?? '', accountId: accountId ?? '', resources: resources ?? [] },
});

interface CreateWebhookProps {
  onCreated: (secret: string) => void;
  onClose: () => void;
}

/** Creates a webhook that sends what an account may see. */
export default function CreateWebhook({ onCreated, onClose }: CreateWebhookProps) {
  const t = useTranslate();
  const roleName = useRoleName();
  const client = useQueryClient();
  const { data } = useQuery(callQuery(['apiKeyChoices'], apiKeyCalls.apiKeyChoices, readApiKeyChoices));
  const owners = data?.accounts.map(({ id, name, role }) => ({ id, name: `${name} (${roleName(role as Role)})` }));
  const common = { helperText: false, fullWidth: true, isRequired: true } as const;
  const select = { ...common, translateChoice: false, noOptionsText: t('list.nothing') } as const;
  return (
    <FormDialog
      title={t('webhooks.create')}
      record={EMPTY}
      check={(values) => getFieldErrors(webhookCalls.createWebhook.body, toBody(values), t)}
      save={async (values) => {
        const created = asObject(await request(webhookCalls.createWebhook, { body: toBody(values) }));
        await client.invalidateQueries({ queryKey: ['webhooks'] });
        onCreated(asText(created.secret));
      }}
      submit={t('webhooks.create')}
      submitting={t('apiKeys.creating')}
      onClose={onClose}
    >
      <Box sx={{ gridColumn: '1 / -1', display: 'grid', gap: 2 }}>
        <TextInput {...common} source="name" label={t('apiKeys.name')} />
        <TextInput {...common} source="url" label={t('webhooks.url')} helperText={t('webhooks.urlHint')} />
        <AutocompleteInput
          {...select}
          source="accountId"
          label={t('apiKeys.account')}
          helperText={t('webhooks.accountHint')}
          choices={owners ?? []}
        />
        <AutocompleteInput
          {...MULTIPLE_PROPS}
          {...select}
          source="resources"
          label={t('apiKeys.resources')}
          choices={resources.flatMap(({ name, on }) => (on ? [{ id: name, name }] : []))}
        />
      </Box>
    </FormDialog>
  );
}
