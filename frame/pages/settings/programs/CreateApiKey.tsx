import { Box } from '@mui/material';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslate } from 'ra-core';
import type { ReactNode } from 'react';
import { AutocompleteInput, SelectInput, TextInput } from 'react-admin';
import { callQuery } from '../../../dataProvider/callQuery.ts';
import { request } from '../../../dataProvider/request.ts';
import { MULTIPLE_PROPS } from '../../../inputs/ReferenceSearchInput.tsx';
import { useRoleName } from '../../../parts/intl.ts';
import { API_KEY_ACCESS, API_KEY_MCP, apiKeyCalls, readApiKeyChoices } from '../../../wire/calls/apiKeyCalls.ts';
import type { Role } from '../../../wire/roles.ts';
import { asObject, asText } from '../../../wire/wireValues.ts';
import { FormDialog, type FormValues } from '../FormDialog.tsx';
import { getFieldErrors } from '../fieldErrors.ts';

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
      <Wide>
        <TextInput source="name" label={t('apiKeys.name')} helperText={t('apiKeys.nameHint')} isRequired fullWidth />
      </Wide>
      <Wide>
        <AutocompleteInput
          source="accountId"
          label={t('apiKeys.account')}
          helperText={t('apiKeys.accountHint')}
          choices={owners}
          translateChoice={false}
          noOptionsText={t('list.nothing')}
          isRequired
          fullWidth
        />
      </Wide>
      <Wide>
        <SelectInput
          source="mcp"
          label={t('apiKeys.mcpLabel')}
          choices={API_KEY_MCP.map((id) => ({ id, name: t(`apiKeys.mcp.${id}`) }))}
          translateChoice={false}
          helperText={t('apiKeys.mcpHint')}
          isRequired
          fullWidth
        />
      </Wide>
      <SelectInput
        source="access"
        label={t('apiKeys.accessLabel')}
        choices={API_KEY_ACCESS.map((id) => ({ id, name: t(`apiKeys.access.${id}`) }))}
        translateChoice={false}
        helperText={false}
        isRequired
        fullWidth
      />
      <SelectInput
        source="days"
        label={t('apiKeys.daysLabel')}
        choices={DAYS.map((id) => ({ id, name: t('apiKeys.days', { smart_count: id }) }))}
        translateChoice={false}
        helperText={false}
        isRequired
        fullWidth
      />
      <Wide>
        <AutocompleteInput
          {...MULTIPLE_PROPS}
          source="resources"
          label={t('apiKeys.resources')}
          helperText={t('apiKeys.resourcesHint')}
          choices={(data?.resources ?? []).map((id) => ({ id, name: id }))}
          translateChoice={false}
          noOptionsText={t('list.nothing')}
          fullWidth
        />
      </Wide>
    </FormDialog>
  );
}

const Wide = ({ children }: { children: ReactNode }) => <Box sx={{ gridColumn: '1 / -1' }}>{children}</Box>;
