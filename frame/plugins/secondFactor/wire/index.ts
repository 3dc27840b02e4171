/** Calls of second factors, for apps and tests. */

export { secondFactorCalls } from './secondFactorCalls.ts';
