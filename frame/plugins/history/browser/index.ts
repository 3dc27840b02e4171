import { defineBrowserPlugin } from 'portal-frame/plugin';
import { history } from '../plugin.ts';

export default defineBrowserPlugin(history, {
  showPanel: {
    isOffered: ({ history }) => Boolean(history),
    component: async () => (await import('./loadHistoryPanel.ts')).loadPanel(),
  },
});
