import { defineServerPlugin, serveCalls } from 'portal-frame/server';
import { savedQueries } from '../plugin.ts';
import { sharedQueryCalls } from '../sharedQueryCalls.ts';
import { sharedQueryHandlers } from './sharedQueries.ts';
import { sharedQueryMigrations } from './sharedQueryMigrations.ts';
import en from './texts/en.ts';
import es from './texts/es.ts';

export default defineServerPlugin(savedQueries, {
  texts: { en, es },
  calls: serveCalls(sharedQueryCalls, sharedQueryHandlers, {
    sharedQueries: null,
    shareQuery: ['create', 'settings'],
    endSharedQuery: ['delete', 'settings'],
  }),
  migrations: sharedQueryMigrations,
  takesOver: ['001_shared_queries'],
});
