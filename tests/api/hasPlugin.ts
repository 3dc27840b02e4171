import app from '../../server/app.ts';

/** True if the server has a plug-in or feature. Tests of others that mention it run without it, too. */
export const hasPlugin = (name: string): boolean => app.plugins?.some(({ plugin }) => plugin.name === name) ?? false;
