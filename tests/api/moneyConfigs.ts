import type { Besides } from 'portal-frame/testing/helpers';
import app from '../../server/app.ts';

const NAMES = ['mileage', 'money', 'adjustments', 'heldClaims', 'visitResults'];
const parts = (app.plugins ?? []).filter(({ plugin }) => NAMES.includes(plugin.name));

/** Configs and hooks of prices, ledger and closing, as far as their features are there. */
export const MONEY: Besides = {
  resources: parts.flatMap(({ plugin }) => plugin.resources ?? []) as never,
  hooks: Object.assign({}, ...parts.map(({ hooks }) => hooks)),
};
