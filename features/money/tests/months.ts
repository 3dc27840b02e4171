import { records, systemContext } from 'portal-frame/server';
import { expect } from 'vitest';
import { PASSWORD, type TestServer } from '../../../tests/api/harness.ts';
import { clientOf } from '../../../tests/api/supplies.ts';
import { visitsOf } from '../../../tests/api/visits.ts';

/** Helpers for prices, visits and the months that they are charged in. */
export function monthsOf(server: TestServer) {
  const { add, assign, setStatus } = visitsOf(server);
  const api = () => records(systemContext(server.services));
  const admin = (name: string) => clientOf(server, 'admin', name);
  const price = (values: object) => admin('prices').create({ kind: 'visit', from: '2026-01-01', ...values });
  const prove = () => server.as('admin', 'reauthenticate', { body: { password: PASSWORD } });
  const act = (name: string, id: string, action: string, values: object = {}) =>
    admin(name).send('POST', `/${id}/${action}`, values);
  let minute = 0;
  return {
    ...{ api, admin, price, prove, act },
    async closeMonth(month: string) {
      const { id } = await api().findOne('periods', { where: { month: `${month}-01` } });
      expect((await act('periods', id, 'close', { closeAnyway: true })).body.state).toBe('closed');
    },
    async reopen(month: string) {
      await prove();
      const { id } = await api().findOne('periods', { where: { month: `${month}-01` } });
      expect((await act('periods', id, 'reopen', { reason: 'Wrong price' })).body.state).toBe('open');
    },
    /** Adds a completed visit of the first employee. */
    async visitOn(day: string) {
      const id = await add({ appointmentDateTime: `${day}T10:${String(minute++ % 60).padStart(2, '0')}` });
      await assign(id, 'employee', { confirmed: true });
      await setStatus(id, 'Completed');
      return id;
    },
  };
}
