import { definePage } from 'portal-frame';
import { RUN_SHEET_PATH } from '../screenPaths.ts';

export default definePage({
  paths: { employee: RUN_SHEET_PATH },
  title: 'runSheet.title',
  icon: 'place',
  component: () => import('./RunSheet.tsx'),
  bottomBar: true,
});
