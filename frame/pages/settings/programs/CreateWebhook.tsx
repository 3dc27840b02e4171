import { Box } from '@mui/material';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslate } from 'ra-core';
import { AutocompleteInput, TextInput } from 'react-admin';
import { callQuery } from '../../../dataProvider/callQuery.ts';
import { request } from '../../../dataProvider/request.ts';
import { MULTIPLE_PROPS } from '../../../inputs/ReferenceSearchInput.tsx';
import { useRoleName } from '../../../parts/intl.ts';
import { apiKeyCalls, readApiKeyChoices } from '../../../wire/calls/apiKeyCalls.ts';
import { webhookCalls } from '../../../wire/calls/webhookCalls.ts';
import type { Role } from '../../../wire/roles.ts';
import { asObject, asText } from '../../../wire/wireValues.ts';
import { FormDialog, type FormValues } from '../FormDialog.tsx';
import { getFieldErrors } from '../fieldErrors.ts';

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
          choices={(data?.events ?? []).map((id) => ({ id, name: id }))}
        />
      </Box>
    </FormDialog>
  );
}
