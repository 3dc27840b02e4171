/** Reports for the app's own screens. */
export { useReport } from './useReport.ts';
