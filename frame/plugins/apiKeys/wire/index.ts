/** Calls of API keys and their scope, for other plug-ins, apps and tests. */

export { type ApiKeyScope, apiKeyCalls, readApiKeyChoices } from './apiKeyCalls.ts';
