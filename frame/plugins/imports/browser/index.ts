import { defineBrowserPlugin } from 'portal-frame/plugin';
import { imports } from '../plugin.ts';

export type * from '../importConfig.ts';
export default defineBrowserPlugin(imports, {
  listAction: {
    right: 'import',
    getCall: ({ api }, role) => api?.import?.[role]?.call,
    component: () => import('./ImportListAction.tsx'),
    addsRecords: { text: 'imports.link', state: { import: true } },
  },
});
