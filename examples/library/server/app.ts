import { defineServer } from 'portal-frame/server';

/** What the library tells the server of itself. */
export default defineServer({ name: 'Town Library' });
