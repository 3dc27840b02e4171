import { defineBrowserPlugin } from 'portal-frame/plugin';
import { mileage } from '../plugin.ts';
import { TRIP_PREFIX } from './queuedTrips.ts';

export default defineBrowserPlugin(mileage, {
  sections: { money: [{ add: 'trips', after: 'payRates' }] },
  runSheetPart: () => import('./Miles.tsx'),
  queuedItems: { prefix: TRIP_PREFIX, sender: () => import('./sendTrip.ts') },
});
