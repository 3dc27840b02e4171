import { defineBrowserPlugin } from 'portal-frame/plugin';
import { requisitions } from '../plugin.ts';

export default defineBrowserPlugin(requisitions, {});
