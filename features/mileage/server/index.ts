import { defineServerPlugin } from 'portal-frame/server';
import { mileage } from '../plugin.ts';
import en from './texts/en.ts';
import es from './texts/es.ts';
import hooks from './tripHooks.ts';

export default defineServerPlugin(mileage, {
  texts: { en, es },
  hooks: { trips: hooks },
  demoSeeds: { trips: () => import('./demoTrips.ts') },
});
