import { defineServerPlugin } from 'portal-frame/server';
import { mcp } from '../plugin.ts';
import { registerMcp } from './mcpRoute.ts';

export default defineServerPlugin(mcp, { routes: [registerMcp] });
