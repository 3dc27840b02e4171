/** The types of the client, for tests of the portal. */

export { renderClientTypes } from '../server/clientTypes.ts';
