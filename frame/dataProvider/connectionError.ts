import { translate } from '../i18n/provider.ts';

/** The message where no answer came: that there is no network, else `otherwise` (an i18n key). */
export const getConnectionErrorText = (otherwise: string): string =>
  translate(navigator.onLine ? otherwise : 'errors.offline');
