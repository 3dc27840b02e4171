/** Leads to the identity provider. */
export const OIDC_START = '/api/v1/auth/oidc/start';
/** The identity provider leads back here. */
export const OIDC_CALLBACK = '/api/v1/auth/oidc/callback';
/** Readable cookie of the sign-in page with the name of the identity provider. */
export const OIDC_NAME_COOKIE = 'sign-in-with';
/** Parameter of the sign-in page after the identity provider: `done`, or the reason of a refusal. */
export const OIDC_PARAMETER = 'oidc';
export const OIDC_REFUSALS = ['failed', 'denied', 'role', 'noAccount', 'otherPerson', 'deactivated'] as const;
export type OidcRefusal = (typeof OIDC_REFUSALS)[number];
