import { defineBrowserPlugin } from 'portal-frame/plugin';
import { publicPages } from '../plugin.ts';

export type * from '../linkConfig.ts';
export default defineBrowserPlugin(publicPages, {});
