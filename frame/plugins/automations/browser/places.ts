import { keyTexts } from 'portal-frame/plugins/apiKeys/components';

/** Cards of the settings, with the texts that they share with those of API keys. */
export const loadWebhooks = () => keyTexts.then(() => import('./Webhooks.tsx'));
export const loadAutomations = () => import('./Automations.tsx');
