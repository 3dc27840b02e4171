/**
 * What a host may offer beyond the calls of spec 7, told at sign-in (`data.features`). The portal asks for, and shows,
 * none of it where the host did not name it.
 */
export const FEATURES = ['import'] as const;
export type Feature = (typeof FEATURES)[number];
