import { defineServer } from 'portal-frame/server';

/** What the app tells the server of itself. */
export default defineServer({ name: '{name}' });
