import { asList, declareCalls, failureTexts, type Role } from 'portal-frame';
import {
  requiredMessage,
  roleSchema,
  text,
  wireChoice,
  wireList,
  wireObject,
  wireRecord,
  wireText,
  wireTextOrNull,
  wireTexts,
  wireValue,
} from 'portal-frame/wire';
import { z } from 'zod';

declare module 'portal-frame/wire' {
  interface AppFeatures {
    apiKeys: true;
  }
}

/** Longest life of a key, in days. */
export const MAX_API_KEY_DAYS = 730;
export const API_KEY_ACCESS = ['read', 'write'] as const;
/** Use of a key by an AI assistant (MCP): none, with codes for personal values, or with the values. */
export const API_KEY_MCP = ['off', 'codes', 'names'] as const;

/** Limits a key below the rights of its account. */
const apiKeyScope = z.object({
  access: z
    .enum(API_KEY_ACCESS, { error: `validation.oneOf|choices:${API_KEY_ACCESS.join(', ')}` })
    .describe('`read` refuses every change.'),
  resources: z
    .array(text(100))
    .max(200)
    .describe('Names of resources. An empty list allows all that the account may use.'),
  mcp: z
    .enum(API_KEY_MCP, { error: `validation.oneOf|choices:${API_KEY_MCP.join(', ')}` })
    .default('off')
    .describe(
      'Other than `off`: the key is for AI assistants (MCP) only. `codes` hides personal values, `names` does not.',
    ),
});
export type ApiKeyScope = z.infer<typeof apiKeyScope>;

const apiKey = wireRecord({
  ...wireTexts('name', 'accountId'),
  ...wireTexts('account', 'role'),
  access: wireChoice(API_KEY_ACCESS, 'read'),
  resources: wireList(wireText),
  mcp: wireChoice(API_KEY_MCP, 'off'),
  ...wireTexts('createdAt', 'expiresAt'),
  /** Accurate to the minute; null if the key was never used. */
  lastUsed: wireTextOrNull,
  revokedAt: wireTextOrNull,
});
export type WireApiKey = z.infer<typeof apiKey.schema>;
export type ApiKey = ReturnType<typeof apiKey.read>;
const apiKeys = wireList(apiKey);
export const readApiKeys = apiKeys.read;

/** An account that a key may act for. */
const keyAccount = wireRecord(wireTexts('name', 'role'));
export type ApiKeyAccount = ReturnType<typeof keyAccount.read>;

const choices = wireObject({
  accounts: wireList(keyAccount),
  resources: wireList(wireText),
  roles: wireValue(z.array(z.string()).describe('Roles for which a key creates a service account.'), (roles) =>
    asList<Role>(roles),
  ),
});
/** Reads the choices for a new API key: accounts, roles of new accounts, and resources. */
export const readApiKeyChoices = choices.read;

const { get, post } = declareCalls({
  feature: 'apiKeys',
  roles: 'managers',
  personal: true,
  failure: failureTexts('errors.apiKeys'),
});

export const apiKeyCalls = {
  apiKeys: get('/admin/get-api-keys', {
    summary: 'All API keys, newest first, without their secrets.',
    data: apiKeys.schema,
  }),
  apiKeyChoices: get('/admin/get-api-key-choices', {
    summary: 'The accounts that a new API key may act for, and the resources that its scope may name.',
    data: choices.schema,
  }),
  createApiKey: post('/admin/create-api-key', {
    summary: 'Create an API key for an account, or for a new service account of a role. Its token is shown only here.',
    reauthenticate: 'always',
    body: apiKeyScope.extend({
      name: text(100).min(1, { error: requiredMessage('name') }),
      accountId: text(100).optional().describe('Account that the key acts for. Leave out to name a role.'),
      role: roleSchema().optional().describe('Role of service accounts: creates an account of its own for the key.'),
      days: z
        .int({ error: 'validation.invalid' })
        .min(1, { error: 'validation.invalid' })
        .max(MAX_API_KEY_DAYS, { error: 'validation.invalid' })
        .describe('Days until the key expires.'),
    }),
    data: apiKey.schema.extend({ token: z.string().describe('Send it as `Authorization: Bearer`.') }),
  }),
  revokeApiKey: post('/admin/revoke-api-key/{id}', {
    summary: 'Revoke an API key at once.',
    reauthenticate: 'always',
  }),
};
