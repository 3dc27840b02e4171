/** Leads to the identity provider (`signInMethod`). */
export const OIDC_START = '/api/v1/auth/oidc/start';
/** The identity provider leads back here. */
export const OIDC_CALLBACK = '/api/v1/auth/oidc/callback';
/** Outcomes of a refused sign-in, on the sign-in page; else it is `done`. */
export const OIDC_REFUSALS = ['failed', 'denied', 'role', 'noAccount', 'otherPerson', 'deactivated'] as const;
export type OidcRefusal = (typeof OIDC_REFUSALS)[number];
