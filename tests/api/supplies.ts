import { collectionsOf } from 'portal-frame/testing/helpers';

export { clientOf } from 'portal-frame/testing/helpers';

/** Collections of the frame's tests with the portal's roles and people. */
export const COLLECTIONS = collectionsOf({
  branch: 'laboratory',
  branches: 'laboratories',
  worker: 'employee',
  workers: 'employees',
  code: 'employeeId',
});
