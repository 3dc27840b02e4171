/** Path of the pages on which patients answer; the token follows. */
export const CONFIRMATION_PATH = '/visit-confirmation';

export const toConfirmationPath = (token: string): string => `${CONFIRMATION_PATH}/${token}`;
