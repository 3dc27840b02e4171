import { defineServer } from 'portal-frame/server';

/** What the app declares to the server. */
export default defineServer({ name: '{name}' });
