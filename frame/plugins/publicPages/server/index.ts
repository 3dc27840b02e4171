import { defineServerPlugin } from 'portal-frame/server';
import { publicPages } from '../plugin.ts';
import { registerPublicPages } from './publicRoutes.ts';
import { createLinkAddress } from './recordLink.ts';
import en from './texts/en.ts';
import es from './texts/es.ts';

export type * from '../linkConfig.ts';
export { type Html, html } from './html.ts';
export { definePublicLink, type LinkRequest, type PublicLink, type RenderedPage } from './publicLink.ts';
export { createLinkAddress } from './recordLink.ts';

export default defineServerPlugin(publicPages, {
  texts: { en, es },
  routes: [registerPublicPages],
  createLinkAddress: (config, { resource, link, recordId }) => {
    const { days } = resource.links?.[link] ?? {};
    return days ? createLinkAddress(config, { resource: resource.name, link, recordId, days }) : undefined;
  },
});
