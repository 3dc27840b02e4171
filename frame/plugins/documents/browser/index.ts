import { defineBrowserPlugin } from 'portal-frame/plugin';
import { documents } from '../plugin.ts';

export default defineBrowserPlugin(documents, {});
