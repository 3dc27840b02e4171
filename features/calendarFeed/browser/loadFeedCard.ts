import { addLateTexts } from 'portal-frame/browser/plugins';
import en from './texts/en.ts';

const ready = addLateTexts({ en, es: () => import('./texts/es.ts') });

/** The card of the settings, with its texts. */
export const loadCard = () => ready.then(() => import('./CalendarFeed.tsx'));
