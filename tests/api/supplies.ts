import { collectionsOf } from '../../frame/tests/api/supplies.ts';

export { clientOf } from '../../frame/tests/api/client.ts';

/** Collections of the frame's tests with the portal's roles and people. */
export const COLLECTIONS = collectionsOf({
  branch: 'laboratory',
  branches: 'laboratories',
  worker: 'employee',
  workers: 'employees',
  code: 'employeeId',
});
