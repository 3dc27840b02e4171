import { clientOf, collectionsOf } from 'portal-frame/testing/helpers';
import { expect } from 'vitest';
import type { Person, TestServer } from './harness.ts';

export { clientOf };

/** Collections of the frame's tests with the portal's roles and people. */
export const COLLECTIONS = collectionsOf({
  branch: 'laboratory',
  branches: 'laboratories',
  worker: 'employee',
  workers: 'employees',
  code: 'employeeId',
});

/** Creates records that a person, mostly an admin, may create. */
export const enterOn =
  (server: TestServer) =>
  async (name: string, values: object, person: Person = 'admin') => {
    const { http, body } = await clientOf(server, person, name).create(values as never);
    expect([name, http, body.message]).toEqual([name, 201, undefined]);
    return body;
  };
