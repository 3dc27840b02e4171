import { defineBrowserPlugin } from 'portal-frame/plugin';
import { standingOrders } from '../plugin.ts';

export default defineBrowserPlugin(standingOrders, {
  sections: { work: [{ add: 'standingOrders', after: 'appointments' }] },
});
