import { translate } from '../i18n/provider.ts';

/** What is told where no answer came: that there is no network, else `otherwise` (an i18n key). */
export const lostText = (otherwise: string): string => translate(navigator.onLine ? otherwise : 'errors.offline');
