import { defineConfig } from 'vite';

/** The portal's server answers below /api, so that the app needs no CORS. */
const proxy = { '/api': process.env.PORTAL_URL ?? 'http://127.0.0.1:3000' };

export default defineConfig({ server: { proxy }, preview: { proxy } });
