import { definePage } from 'portal-frame';
import { RUN_SHEET_PATH } from '../../../src/screenPaths.ts';

export default definePage({
  paths: { employee: RUN_SHEET_PATH },
  title: 'runSheet.title',
  icon: 'place',
  component: () => import('../browser/RunSheet.tsx'),
  bottomBar: true,
});
