import { expect } from 'vitest';
import type { Reply, TestServer } from './harness.ts';
import { NEW_VISIT } from './samples.ts';

/** Helpers for visits. */
export const visitsOf = (server: TestServer) => ({
  /** Creates a visit of a laboratory, also on a past day, and returns its id. */
  async add(values: object = {}, by: 'laboratory' | 'laboratory2' = 'laboratory', files = {}): Promise<string> {
    const body = { ...NEW_VISIT, confirmed: true, ...values };
    const { http, data } = await server.as(by, 'laboratoryCreateAppointment', { body, files });
    expect(http).toBe(200);
    return data._id;
  },
  /** Deletes all visits. */
  async clear(): Promise<void> {
    for (const table of ['documents', 'transactions', 'appointments'] as const)
      await server.services.db.deleteFrom(table).execute();
  },
  /** Books a visit of the first employee as an admin. */
  book: (values: object = {}): Promise<Reply> =>
    server.as('admin', 'adminCreateAppointment', {
      body: { ...NEW_VISIT, employeeId: 'EMP-007', labortary: 'Natera', ...values },
    }),
  assign: (id: string, person: 'employee' | 'employee2' = 'employee', more: object = {}): Promise<Reply> =>
    server.as('admin', 'assignAppointment', { params: { id }, body: { employeeId: server.ids[person], ...more } }),
  change: (id: string, body: object): Promise<Reply> =>
    server.as('admin', 'changeAppointment', { params: { id }, body: { ...body } }),
  setStatus: (id: string, status: string): Promise<Reply> =>
    server.as('admin', 'updateAppointment', { params: { id }, body: { status } }),
});
