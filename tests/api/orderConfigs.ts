import type { Besides } from 'portal-frame/testing/helpers';
import tubeHooks from '../../server/resources/drawnTubes.ts';
import drawnTubes from '../../src/resources/drawnTubes.ts';
import stabilities from '../../src/resources/stabilities.ts';
import testOrders from '../../src/resources/testOrders.ts';
import tests from '../../src/resources/tests.ts';
import tubeKinds from '../../src/resources/tubeKinds.ts';

/** Configs of catalogue, orders and tubes, besides `others`. */
export const withOrders = (...others: unknown[]): Besides => ({
  resources: [tubeKinds, tests, stabilities, testOrders, drawnTubes, ...others] as never,
  hooks: { drawnTubes: tubeHooks },
});
