import { defineApp } from 'portal-frame/app';

/** Sign-in branding: an open book. */
export default defineApp({
  brand: { logo: { fill: 'M17 11c-3-2-6-2-8-1v15c2-1 5-1 8 1ZM19 11c3-2 6-2 8-1v15c-2-1-5-1-8 1Z' } },
});
