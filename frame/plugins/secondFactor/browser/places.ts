/** Components for the places that `index.ts` fills. Each loads when it is drawn. */

export const loadStep = () => import('./SecondFactor.tsx');
export const loadDialog = () => import('./FactorDialog.tsx');
export const loadSwitch = () => import('./TwoFactor.tsx');
