import { defineServerPlugin } from 'portal-frame/server';
import { heldClaims } from '../plugin.ts';
import { claimChecks } from './claimChecks.ts';

export default defineServerPlugin(heldClaims, {
  claimChecks,
  moneyFacts: { heldFacts: (_, { visit, trip }) => ({ visits: [visit], trips: [trip] }) },
});
