import { defineServerPlugin } from 'portal-frame/server';
import { backup } from '../plugin.ts';

export default defineServerPlugin(backup, {
  commands: {
    backup: () => import('./commands/backup.ts'),
    restore: () => import('./commands/restore.ts'),
    'files-move': () => import('./commands/filesMove.ts'),
    'migrate-postgres': () => import('./commands/migratePostgres.ts'),
  },
  watchedCommands: ['backup'],
});
