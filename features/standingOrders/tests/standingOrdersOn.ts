import { systemContext } from 'portal-frame/server';
import type { Besides } from 'portal-frame/testing/helpers';
import { vi } from 'vitest';
import type { TestServer } from '../../../tests/api/harness.ts';
import { planConfigs } from '../../../tests/api/planConfigs.ts';
import { enterOn } from '../../../tests/api/supplies.ts';
import standingOrders from '../resources/standingOrders.ts';
import { bookStandingOrders } from '../server/bookStandingOrders.ts';
import hooks from '../server/standingOrderHooks.ts';

export const withStandingOrders: Besides = {
  resources: [...(planConfigs.resources ?? []), standingOrders as never],
  hooks: { ...planConfigs.hooks, standingOrders: hooks },
};

/** Enters orders, runs the job, and reads what it booked. */
export function standingOrdersOn(server: TestServer) {
  const orderOf = (patientName: string, values: object) => ({
    ...{ patientName, gender: 'Female', priorityLevel: 'High', everyWeeks: 1, onHoliday: 'move' },
    ...{ laboratory: server.ids.laboratory, from: '2033-03-01', address: '1 Elm St, PA 19107' },
    week: [{ day: 'Monday', start: '08:00', end: '08:30' }],
    ...values,
  });
  const order = (patientName: string, values: object) =>
    enterOn(server)('standingOrders', orderOf(patientName, values));
  const logged = vi.fn();
  /** Runs the job as of noon of a day in New York. */
  const run = (day: string) => {
    const now = Date.parse(`${day}T17:00:00Z`);
    return bookStandingOrders({
      ...systemContext(server.services, 'test'),
      log: { error: logged } as never,
      dueAt: now,
      now,
    });
  };
  const visitsOf = async (patient: string) =>
    (
      await server.services.db
        .selectFrom('appointments')
        .selectAll()
        .where('patient_name', '=', patient)
        .orderBy('scheduled_at')
        .execute()
    ).map((row) => ({ ...row, at: new Date(row.scheduled_at).toISOString().slice(0, 16) }));
  const timesOf = async (patient: string) => (await visitsOf(patient)).map(({ at }) => at);
  return { logged, orderOf, order, run, visitsOf, timesOf };
}
