import { collectionsOf } from '../../frame/tests/api/supplies.ts';

export { clientOf } from '../../frame/tests/api/client.ts';

/** The collections that the frame's own tests have, with the portal's roles and people. */
export const COLLECTIONS = collectionsOf({
  branch: 'laboratory',
  branches: 'laboratories',
  worker: 'employee',
  workers: 'employees',
  code: 'employeeId',
});
