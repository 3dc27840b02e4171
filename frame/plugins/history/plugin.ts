import { definePlugin } from 'portal-frame/plugin';

/** The versions of a record: the show view lists them and gives earlier values back. */
export const history = definePlugin({ name: 'history', frame: '^0.1' });
