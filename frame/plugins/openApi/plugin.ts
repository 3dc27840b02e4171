import { definePlugin } from 'portal-frame/plugin';

/** The OpenAPI document of calls and collections, with its page. */
export const openApi = definePlugin({ name: 'openApi', frame: '^0.1' });
