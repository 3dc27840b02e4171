import { defineBrowserPlugin } from 'portal-frame/plugin';
import { savedQueries } from '../plugin.ts';

export default defineBrowserPlugin(savedQueries, { listTool: () => import('./SavedQueriesListTool.tsx') });
