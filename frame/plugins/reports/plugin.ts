import { definePlugin } from 'portal-frame/plugin';
import { hasReportScreen } from './reportConfig.ts';
import en from './texts/en.ts';

export type * from './reportConfig.ts';

/** Reports over records: figures, tables and charts on a screen, a dashboard and, as totals, above a list. */
export const reports = definePlugin({
  name: 'reports',
  frame: '^0.1',
  texts: { en, es: () => import('./texts/es.ts') },
  keys: () => import('./reportKeys.ts'),
  screen: {
    ...{ key: 'reports', icon: 'chart', texts: { name: 'reports.of', tab: 'reports.tab' } },
    isDefault: hasReportScreen,
  },
});
