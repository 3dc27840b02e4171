import '../src/roles.ts';
import { defineServer } from 'portal-frame/server';

/** What the workshop tells the server of itself. */
export default defineServer({ name: 'Workshop' });
