import { defineServer } from 'portal-frame/server';

/** Server parts of the app. */
export default defineServer({ name: '{name}' });
