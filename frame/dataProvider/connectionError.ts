import { translate } from '../i18n/provider.ts';

/** Returns the text for a failed connection: offline, else `otherwise` (an i18n key). */
export const getConnectionErrorText = (otherwise: string): string =>
  translate(navigator.onLine ? otherwise : 'errors.offline');
