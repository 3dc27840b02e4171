import { definePage } from 'portal-frame';
import { RUN_SHEET } from '../addresses.ts';

export default definePage({
  paths: { employee: RUN_SHEET },
  title: 'runSheet.title',
  icon: 'place',
  component: () => import('./RunSheet.tsx'),
  bar: true,
});
