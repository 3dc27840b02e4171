import { defineServer } from 'portal-frame/server';
import { roles } from '../src/roles.ts';
import { plugins } from './plugins.ts';

export default defineServer({ name: 'Workshop', roles, plugins });
