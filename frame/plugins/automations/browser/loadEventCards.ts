import { addLateTexts } from 'portal-frame/browser/plugins';
import { keyTexts } from 'portal-frame/plugins/apiKeys/components';
import en from './texts/en.ts';

const ready = Promise.all([addLateTexts({ en, es: () => import('./texts/es.ts') }), keyTexts]);

/** Cards of the settings. Webhooks share texts with API keys. */
export const loadWebhooks = () => ready.then(() => import('./Webhooks.tsx'));
export const loadAutomations = () => ready.then(() => import('./Automations.tsx'));
