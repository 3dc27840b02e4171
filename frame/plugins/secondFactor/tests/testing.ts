/** Parts for tests of apps with second factors: a security key in software. */

export { addFactor, findFactors } from '../server/secondFactorRows.ts';
export { createAuthenticator } from './authenticator.ts';
