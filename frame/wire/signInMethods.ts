/** Readable cookie of the sign-in page: labels of the ways to sign in that plug-ins offer, by plug-in, as a query string. */
export const SIGN_IN_METHODS_COOKIE = 'sign-in-with';
/** Begins a sign-in by the plug-in `name`, which leads back to `/signin?{name}={outcome}`. */
export const getSignInStart = (name: string): string => `/api/v1/auth/${name}/start`;
