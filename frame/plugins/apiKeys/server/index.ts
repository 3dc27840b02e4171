import type {} from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import { defineServerPlugin, serveCalls } from 'portal-frame/server';
import { apiKeys } from '../plugin.ts';
import { apiKeyCalls } from '../wire/apiKeyCalls.ts';
import { apiKeyHandlers } from './apiKeyHandlers.ts';
import { apiKeyMigrations } from './apiKeyTable.ts';
import { keySettings } from './keyLimit.ts';
import { keyTokens } from './keyTokens.ts';
import en from './texts/en.ts';
import es from './texts/es.ts';

export { countKeyRequest } from './keyLimit.ts';

/** Says in the description of calls for people only that they refuse keys. */
function describePersonalCalls(app: FastifyInstance): void {
  app.addHook('onRoute', ({ config, schema }) => {
    const { roles, access } = config?.audience ?? {};
    if (schema && access?.personal && roles !== 'public') schema.description += ' For people: API keys are refused.';
  });
}

export default defineServerPlugin(apiKeys, {
  settings: keySettings,
  texts: { en, es },
  migrations: apiKeyMigrations,
  takesOver: ['001_api_keys'],
  bearer: keyTokens,
  calls: serveCalls(apiKeyCalls, apiKeyHandlers, {
    apiKeys: ['list', 'apiKeys'],
    apiKeyChoices: ['list', 'apiKeys'],
    createApiKey: ['create', 'apiKeys'],
    revokeApiKey: ['delete', 'apiKeys'],
  }),
  beforeRoutes: [describePersonalCalls],
  tablesWithoutFiles: ['api_keys'],
  nonPersonalResources: ['apiKeys'],
});
