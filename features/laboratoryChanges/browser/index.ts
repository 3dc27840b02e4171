import { defineBrowserPlugin } from 'portal-frame/plugin';
import { laboratoryChanges } from '../plugin.ts';

export default defineBrowserPlugin(laboratoryChanges, {});
