import { defineBrowserPlugin } from 'portal-frame/plugin';
import { dispatch } from '../plugin.ts';

export default defineBrowserPlugin(dispatch, {});
