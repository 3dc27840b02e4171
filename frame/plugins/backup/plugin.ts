import { definePlugin } from 'portal-frame/plugin';

/** Backup and restore, and moves of the database to PostgreSQL and of uploads to a bucket. */
export const backup = definePlugin({ name: 'backup', frame: '^0.1' });
