import { addLateTexts } from 'portal-frame/browser/plugins';
import en from './texts/en.ts';

const ready = addLateTexts({ en, es: () => import('./texts/es.ts') });

/** Components for the places that `index.ts` fills. Each loads when it is drawn. */
export const loadStep = () => ready.then(() => import('./SecondFactor.tsx'));
export const loadDialog = () => ready.then(() => import('./FactorDialog.tsx'));
export const loadSwitch = () => ready.then(() => import('./TwoFactor.tsx'));
