import { defineServerPlugin } from 'portal-frame/server';
import { visitResults } from '../plugin.ts';

export default defineServerPlugin(visitResults, {});
