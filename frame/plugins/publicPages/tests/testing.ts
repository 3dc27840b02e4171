/** Parts for tests of apps with public pages. */

export { createPublicContext } from '../server/rolePages.ts';
