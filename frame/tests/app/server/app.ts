import '../src/roles.ts';
import { defineServer } from 'portal-frame/server';

export default defineServer({ name: 'Workshop' });
