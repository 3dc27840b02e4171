import { addLateTexts } from 'portal-frame/browser/plugins';
import en from './texts/en.ts';

const ready = addLateTexts({ en, es: () => import('./texts/es.ts') });

/** The panel of the show view, with its texts. */
export const loadPanel = () => ready.then(() => import('./VersionHistory.tsx'));
