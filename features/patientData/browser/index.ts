import { defineBrowserPlugin } from 'portal-frame/plugin';
import { patientData } from '../plugin.ts';

export default defineBrowserPlugin(patientData, {});
