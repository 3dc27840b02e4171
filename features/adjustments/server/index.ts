import { defineServerPlugin } from 'portal-frame/server';
import { adjustments } from '../plugin.ts';
import hooks from './adjustmentHooks.ts';
import { findAdjustments } from './ledgerAdjustments.ts';
import en from './texts/en.ts';
import es from './texts/es.ts';

export default defineServerPlugin(adjustments, {
  texts: { en, es },
  hooks: { adjustments: hooks },
  findAdjustments,
  moneyFacts: { adjustments: (_, { visit }) => ({ visits: [visit] }) },
});
