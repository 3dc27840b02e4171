import { defineBrowserPlugin } from 'portal-frame/plugin';
import { comments } from '../plugin.ts';

export type * from '../commentConfig.ts';

export default defineBrowserPlugin(comments, {
  showPanel: { isOffered: (resource) => resource.comments === true, component: () => import('./CommentPanel.tsx') },
  listTool: () => import('./CommentsListTool.tsx'),
});
