import { defineServer } from 'portal-frame/server';

/** What the library declares to the server. */
export default defineServer({ name: 'Town Library' });
