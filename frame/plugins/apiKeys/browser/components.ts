import { addLateTexts } from 'portal-frame/browser/plugins';
import en from './texts/en.ts';

/** Texts of the cards and dialogs, also for plug-ins that build on this one. */
export const keyTexts = addLateTexts({ en, es: () => import('./texts/es.ts') });

export { SecretDialog } from './SecretDialog.tsx';
