/** react-admin's own texts in Spanish. */
export const adminSpanish = {};
