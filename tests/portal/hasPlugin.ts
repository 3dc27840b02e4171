import plugins from '../../src/plugins.ts';

/** True if the browser has a plug-in or feature. Tests of others that mention it run without it, too. */
export const hasPlugin = (name: string): boolean => plugins.some(({ plugin }) => plugin.name === name);
