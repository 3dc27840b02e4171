import { defineServerPlugin } from 'portal-frame/server';
import { reports } from '../plugin.ts';
import { createReportRoutes } from './reportRoutes.ts';

export type * from '../reportConfig.ts';
export { getReportFields, mayReadReport } from '../reportConfig.ts';
export { createReportRoutes };
export default defineServerPlugin(reports, { collectionRoutes: createReportRoutes });
