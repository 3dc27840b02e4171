import { defineBrowserPlugin } from 'portal-frame/plugin';
import { RUN_SHEET_PATH } from '../../../src/screenPaths.ts';
import { runSheet } from '../plugin.ts';

export default defineBrowserPlugin(runSheet, {
  employeeLink: { path: RUN_SHEET_PATH, label: 'runSheet.open' },
  offlineSender: () => import('./device/offlineSender.ts'),
  sections: {
    work: [{ add: 'failedDraws', after: 'drawnTubes' }],
    catalogue: [{ add: 'visitTimes' }],
  },
});
