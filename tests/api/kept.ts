import type { AnyResource } from 'portal-frame';
import admins from '../../src/resources/admins.ts';
import appointments from '../../src/resources/appointments.ts';
import archive from '../../src/resources/archive.ts';
import employees from '../../src/resources/employees.ts';
import laboratories from '../../src/resources/laboratories.ts';
import notifications from '../../src/resources/notifications.ts';
import transactions from '../../src/resources/transactions.ts';
import visitTimes from '../../src/resources/visitTimes.ts';

/** The portal's own collections, which its calls need in every test. */
export const KEPT = [
  admins,
  transactions,
  notifications,
  // Their related lists are of resources that tests leave out.
  { ...employees, show: { ...employees.show, related: undefined } },
  laboratories,
  appointments,
  archive,
] as unknown as AnyResource[];

/** Written by calls; has none of its own. */
const WRITTEN = visitTimes as unknown as AnyResource;

/** These resources and the portal's own collections. */
export const withKept = (resources: readonly AnyResource[]): AnyResource[] => [
  ...resources,
  ...[...KEPT, WRITTEN].filter(({ name }) => !resources.some((one) => one.name === name)),
];
