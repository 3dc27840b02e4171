import { defineJob, defineServerPlugin } from 'portal-frame/server';
import { trash } from '../plugin.ts';
import { emptyTrash } from './deletedRecords.ts';
import { createTrashRoutes } from './trashRoutes.ts';

export type * from '../trashConfig.ts';

const emptyBins = defineJob({
  name: 'empty bins',
  at: '03:30',
  run: async ({ services, now }) => ({ deleted: await emptyTrash(services, now) }),
});

export default defineServerPlugin(trash, { collectionRoutes: createTrashRoutes, jobs: [emptyBins] });
