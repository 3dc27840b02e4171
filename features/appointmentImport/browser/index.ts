import { defineBrowserPlugin } from 'portal-frame/plugin';
import { appointmentImport } from '../plugin.ts';

export default defineBrowserPlugin(appointmentImport, {});
