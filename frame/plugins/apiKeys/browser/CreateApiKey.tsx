import { Box } from '@mui/material';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { asObject, asText, type Role } from 'portal-frame';
import { callQuery, request } from 'portal-frame/browser';
import { useRoleName } from 'portal-frame/browser/plugins';
import { FormDialog, type FormValues, getFieldErrors, MULTIPLE_PROPS } from 'portal-frame/browser/settings';
import { useTranslate } from 'ra-core';
import { AutocompleteInput, SelectInput, TextInput } from 'react-admin';
import { API_KEY_ACCESS, API_KEY_MCP, apiKeyCalls, readApiKeyChoices } from '../wire/apiKeyCalls.ts';

const EMPTY = { name: '', accountId: '', access: 'read', resources: [], days: 90, mcp: 'off' };
const DAYS = [30, 90, 365, 730];
/** Marks a choice that creates an account. */
const NEW = 'new ';

function toBody({ name, accountId, access, resources, days, mcp }: FormValues) {
  const chosen = asText(accountId);
  const owner = chosen.startsWith(NEW) ? { role: chosen.slice(NEW.length) } : { accountId: chosen };
  return { name: name ?? '', access, resources: resources ?? [], days, mcp, ...owner };
}

interface CreateApiKeyProps {
  onCreated: (token: string) => void;
  onClose: () => void;
}

/** Creates an API key for an account, or for a new service account. */
export default function CreateApiKey({ onCreated, onClose }: CreateApiKeyProps) {
  const t = useTranslate();
  const roleName = useRoleName();
  const client = useQueryClient();
  const { data } = useQuery(callQuery(['apiKeyChoices'], apiKeyCalls.apiKeyChoices, readApiKeyChoices));
  const owners = [
    ...(data?.roles ?? []).map((role) => ({
      id: NEW + role,
      name: t('apiKeys.newAccount', { role: roleName(role) }),
    })),
    ...(data?.accounts ?? []).map(({ id, name, role }) => ({ id, name: `${name} (${roleName(role as Role)})` })),
  ];
  const check = (values: FormValues): Record<string, string> => {
    const errors = getFieldErrors(apiKeyCalls.createApiKey.body, toBody(values), t);
    return values.accountId
      ? errors
      : { ...errors, accountId: t('validation.required', { field: t('apiKeys.account') }) };
  };
  const common = { isRequired: true, fullWidth: true } as const;
  const select = { ...common, translateChoice: false } as const;
  const search = { ...select, noOptionsText: t('list.nothing') } as const;
  const toChoices = (ids: readonly string[], key: string) => ids.map((id) => ({ id, name: t(`apiKeys.${key}.${id}`) }));
  return (
    <FormDialog
      title={t('apiKeys.create')}
      record={EMPTY}
      check={check}
      save={async (values) => {
        const created = asObject(await request(apiKeyCalls.createApiKey, { body: toBody(values) }));
        await client.invalidateQueries({ queryKey: ['apiKeys'] });
        onCreated(asText(created.token));
      }}
      submit={t('apiKeys.create')}
      submitting={t('apiKeys.creating')}
      onClose={onClose}
    >
      <Box sx={{ gridColumn: '1 / -1', display: 'grid', gap: 2 }}>
        <TextInput {...common} source="name" label={t('apiKeys.name')} helperText={t('apiKeys.nameHint')} />
        <AutocompleteInput
          {...search}
          source="accountId"
          label={t('apiKeys.account')}
          helperText={t('apiKeys.accountHint')}
          choices={owners}
        />
        <SelectInput
          {...select}
          source="mcp"
          label={t('apiKeys.mcpLabel')}
          choices={toChoices(API_KEY_MCP, 'mcp')}
          helperText={t('apiKeys.mcpHint')}
        />
      </Box>
      <SelectInput
        {...select}
        source="access"
        label={t('apiKeys.accessLabel')}
        choices={toChoices(API_KEY_ACCESS, 'access')}
        helperText={false}
      />
      <SelectInput
        {...select}
        source="days"
        label={t('apiKeys.daysLabel')}
        choices={DAYS.map((id) => ({ id, name: t('apiKeys.days', { smart_count: id }) }))}
        helperText={false}
      />
      <Box sx={{ gridColumn: '1 / -1' }}>
        <AutocompleteInput
          {...MULTIPLE_PROPS}
          {...search}
          isRequired={false}
          source="resources"
          label={t('apiKeys.resources')}
          helperText={t('apiKeys.resourcesHint')}
          choices={(data?.resources ?? []).map((id) => ({ id, name: id }))}
        />
      </Box>
    </FormDialog>
  );
}
