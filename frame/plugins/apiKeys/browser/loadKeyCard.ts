import { keyTexts } from './components.ts';

/** The card of the settings, with its texts. */
export const loadCard = () => keyTexts.then(() => import('./ApiKeys.tsx'));
