import { defineBrowserPlugin } from 'portal-frame/plugin';
import { trash } from '../plugin.ts';
import { mayUseTrash } from '../trashConfig.ts';

export type * from '../trashConfig.ts';
export default defineBrowserPlugin(trash, {
  listAction: { right: 'delete', getCall: () => undefined, component: () => import('./TrashListAction.tsx') },
  undoDelete: {
    isOffered: (resource, role) => mayUseTrash(resource, role, 'restore'),
    run: (provider, resource, id) => provider.callRoute(resource.name, { path: ['bin', id, 'restore'], body: {} }),
  },
});
