import { defineServerPlugin } from 'portal-frame/server';
import { comments } from '../plugin.ts';
import { createCommentRoutes } from './commentRoutes.ts';
import { commentMigrations, eraseComments } from './commentRows.ts';

export type * from '../commentConfig.ts';

export default defineServerPlugin(comments, {
  migrations: commentMigrations,
  collectionRoutes: createCommentRoutes,
  afterErase: eraseComments,
});
