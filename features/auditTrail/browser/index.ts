import { defineBrowserPlugin } from 'portal-frame/plugin';
import { auditTrail } from '../plugin.ts';

export default defineBrowserPlugin(auditTrail, { sections: { security: [{ add: 'audit', after: 'admins' }] } });
