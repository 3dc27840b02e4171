/** Below it is the page on which a patient answers, by the token of the mail. */
export const CONFIRMATION_PATH = '/visit-confirmation';

export const toConfirmationPath = (token: string): string => `${CONFIRMATION_PATH}/${token}`;
