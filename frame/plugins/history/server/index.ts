import { defineServerPlugin } from 'portal-frame/server';
import { history } from '../plugin.ts';
import { createHistoryRoutes } from './versionRoutes.ts';

export default defineServerPlugin(history, { collectionRoutes: createHistoryRoutes });
