/**
 * Tables that former versions of the frame made, and the plug-ins that have them now. A database may know them without a
 * record of the plug-in's migrations. The list is history, like migrations: the only place where the core names plug-ins.
 */
export const HANDED_OVER = {
  api_keys: 'apiKeys',
  audit: 'audit',
  factors: 'secondFactor',
  identities: 'oidc',
  push_tokens: 'push',
  webhooks: 'automations',
};
