import { defineBrowserPlugin } from 'portal-frame/plugin';
import { dayPlans } from '../plugin.ts';

export default defineBrowserPlugin(dayPlans, {});
