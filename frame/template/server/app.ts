import { defineServer } from 'portal-frame/server';
import { roles } from '../src/roles.ts';

/** Server parts of the app. */
export default defineServer({ name: '{name}', roles });
