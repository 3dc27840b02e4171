import { definePlugin } from 'portal-frame/plugin';

/** The OpenAPI document of calls and collections, with its page, and the client of programs. */
export const openApi = definePlugin({ name: 'openApi', frame: '^0.1' });
