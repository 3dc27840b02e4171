import { addLateTexts } from 'portal-frame/browser/plugins';
import en from './texts/en.ts';

const ready = addLateTexts({ en, es: () => import('./texts/es.ts') });

/** The dialog, with its texts. */
export const loadDialog = () => ready.then(() => import('./ImportDialog.tsx'));
