import { definePlugin } from 'portal-frame/plugin';
import { definePublicLink, html, type LinkRequest, type RenderedPage } from 'portal-frame/plugins/publicPages/server';
import { defineServerPlugin } from 'portal-frame/server';
import { findStoredRecords, getCollection } from 'portal-frame/server/database';

interface Parcel {
  id: string;
  state: string;
}

function render({ found, texts }: LinkRequest<Parcel>): RenderedPage {
  const title = texts.translate('tracking.title');
  if (!found) return { status: 404, title, content: html`<h1>${title}</h1>` };
  return { status: 200, title, content: html`<h1>${title}</h1><p>${found.state}</p>` };
}

const parcelLink = definePublicLink<Parcel>({
  path: '/tracking',
  async find(services, token) {
    const parcels = getCollection(services, 'parcels');
    const [parcel] = await findStoredRecords(services.db, parcels, [token], 'code');
    return parcel && { id: parcel.id, state: String(parcel.state) };
  },
  getKey: ({ id }) => id,
  render: async (asked) => render(asked),
  // The page has no form.
  submit: async (asked) => render(asked),
});

const tracking = definePlugin({ name: 'tracking', frame: '^0.1', needs: ['publicPages'] });

export default defineServerPlugin(tracking, { publicLinks: [parcelLink] });
