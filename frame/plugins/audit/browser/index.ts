import { defineBrowserPlugin } from 'portal-frame/plugin';
import { audit } from '../plugin.ts';

/** Its texts. A list of the trail is a resource of the app. */
export default defineBrowserPlugin(audit, {});
