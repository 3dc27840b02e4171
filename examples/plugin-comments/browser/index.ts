import type { AnyResource } from 'portal-frame';
import { hasFeature } from 'portal-frame/browser';
import { defineBrowserPlugin } from 'portal-frame/plugin';
import { comments } from '../plugin.ts';

export type * from '../commentConfig.ts';

/** Hosts without the plug-in, such as somebody else's API, have no comments. */
const hasComments = (resource: AnyResource) => Boolean(resource.comments) && hasFeature('comments');

export default defineBrowserPlugin(comments, {
  showPanel: { isOffered: hasComments, component: () => import('./CommentPanel.tsx') },
  listTool: () => import('./CommentSearch.tsx'),
});
