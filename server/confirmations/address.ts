/** Below it is the page on which a patient answers, by the token of the mail. */
export const CONFIRMATIONS = '/visit-confirmation';

export const pageOf = (token: string): string => `${CONFIRMATIONS}/${token}`;
