import '../src/roles.ts';
import { defineServer } from 'portal-frame/server';

/** What the workshop declares to the server. */
export default defineServer({ name: 'Workshop' });
