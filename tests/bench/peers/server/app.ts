import { defineServer } from 'portal-frame/server';

export default defineServer({ name: 'Peers' });
