import { defineJob, defineServerPlugin } from 'portal-frame/server';
import { comments } from '../plugin.ts';
import { createCommentRoutes } from './commentRoutes.ts';
import { commentMigrations, deleteOrphans, eraseComments } from './commentRows.ts';

export type * from '../commentConfig.ts';

const cleanup = defineJob({
  name: 'orphaned comments',
  at: '03:40',
  run: async ({ services: { db, collections } }) => ({ deleted: await deleteOrphans(db, collections) }),
});

export default defineServerPlugin(comments, {
  migrations: commentMigrations,
  collectionRoutes: createCommentRoutes,
  afterErase: eraseComments,
  jobs: [cleanup],
});
