import type { AnyResource } from 'portal-frame';
import { addPluginResources } from 'portal-frame/internal';
import { plugins } from '../../server/plugins.ts';
import admins from '../../src/resources/admins.ts';
import appointments from '../../src/resources/appointments.ts';
import archive from '../../src/resources/archive.ts';
import employees from '../../src/resources/employees.ts';
import laboratories from '../../src/resources/laboratories.ts';
import notifications from '../../src/resources/notifications.ts';
import transactions from '../../src/resources/transactions.ts';

/** The portal's own collections as they are, without what features add. */
const OWN = [
  admins,
  transactions,
  notifications,
  employees,
  laboratories,
  appointments,
  archive,
] as unknown as AnyResource[];

const extensions = plugins.map(({ plugin }) => ({ plugin: { ...plugin, resources: [] } }));

/** The portal's own collections, which its calls need in every test. */
export const KEPT = (Object.values(addPluginResources({ ...OWN }, extensions)) as AnyResource[]).map(
  // Their related lists are of resources that tests leave out.
  (one) => (one.show ? { ...one, show: { ...one.show, related: undefined } } : one) as AnyResource,
);

/** Written by calls; has none of its own. */
const WRITTEN = plugins
  .flatMap(({ plugin }) => (plugin.resources ?? []) as readonly AnyResource[])
  .filter(({ name }) => name === 'visitTimes');

/** These resources and the portal's own collections. */
export const withKept = (resources: readonly AnyResource[]): AnyResource[] => [
  ...resources,
  ...[...KEPT, ...WRITTEN].filter(({ name }) => !resources.some((one) => one.name === name)),
];
