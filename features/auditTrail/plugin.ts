import { definePlugin } from 'portal-frame/plugin';
import resource from './resources/audit.ts';

/** The list of the audit trail for admins. */
export const auditTrail = definePlugin({
  name: 'auditTrail',
  frame: '^0.1',
  needs: ['app', 'audit'],
  resources: [resource as never],
});
