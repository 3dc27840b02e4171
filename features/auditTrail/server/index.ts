import { defineServerPlugin } from 'portal-frame/server';
import { auditTrail } from '../plugin.ts';

export default defineServerPlugin(auditTrail, {});
