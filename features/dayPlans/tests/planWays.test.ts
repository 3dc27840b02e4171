// On SQLite only: nothing here depends on the database.
import { describe, expect, it } from 'vitest';
import { serverForAll } from '../../../tests/api/harness.ts';
import { planConfigs } from '../../../tests/api/planConfigs.ts';
import { enterOn } from '../../../tests/api/supplies.ts';
import { visitsOf } from '../../../tests/api/visits.ts';

const server = serverForAll({ VISIT_MINUTES: '30' }, planConfigs);
const { add, assign, change } = visitsOf(server);
const enter = enterOn(server);
const propose = async (body: Record<string, unknown>) => {
  const { http, data } = await server.as('admin', 'proposePlan', { body });
  expect(http).toBe(200);
  return data;
};
interface Shown {
  _id: string;
  version: number;
  at: string;
}
type Lanes = { employees: { _id: string; visits: Shown[] }[]; unassigned: Shown[] };
const toPlaces = ({ employees, unassigned }: Lanes) => [
  ...employees.flatMap(({ _id: employeeId, visits }) =>
    visits.map(({ _id, version, at }) => ({ _id, employeeId, at, version })),
  ),
  ...unassigned.map(({ _id, version, at }) => ({ _id, employeeId: '', at, version })),
];
const sorted = (places: { _id: string }[]) => places.toSorted((a, b) => a._id.localeCompare(b._id));
const at = (day: string, time: string, zip = '19107') => ({
  ...{ appointmentDateTime: `${day}T${time}`, address: `1 Elm St, Town, PA ${zip}` },
});

describe('chosen way', () => {
  it('changes one visit of the shown plan, and no other', async () => {
    const day = '2033-06-07';
    const { employee, employee2 } = server.ids;
    for (const time of ['09:00', '09:00', '09:00', '09:00']) await add(at(day, time));
    const first = await propose({ day });
    const swapped = toPlaces(first).map(({ employeeId: was, ...one }) => ({
      ...one,
      employeeId: was && (was === employee ? employee2 : employee),
    }));
    // No plan of the server's own: the dispatcher sees it, so it stays.
    expect(sorted(toPlaces(await propose({ day, kept: swapped })))).toEqual(sorted(swapped));
    const [{ _id, ways }] = first.unassigned;
    const [{ employeeId, at: time }] = ways;
    const placed = [{ _id, employeeId, at: time }];
    const expected = swapped.map((one) => (one._id === _id ? { ...one, employeeId, at: time } : one));
    const data = await propose({ day, kept: swapped, placed });
    expect(sorted(toPlaces(data))).toEqual(sorted(expected));
    expect(data.proposed.unassigned).toBe(1);
    // Somebody else changed a visit meanwhile.
    const other = swapped.find(({ employeeId: own }) => own === employee)?._id ?? '';
    await change(other, { address: '2 Elm St, PA 19107' });
    const { unassigned } = await propose({ day, kept: swapped, placed });
    expect(unassigned.map((one: Shown) => one._id)).toContain(other);
  });
});

describe('visits that a plan leaves as they are', () => {
  it('are named: pinned ones without an employee, and pinned ones against a rule', async () => {
    const day = '2033-06-08';
    const [free, held] = [await add(at(day, '09:00')), await add(at(day, '11:00'))];
    for (const appointment of [free, held])
      await enter('visitNeeds', { appointment, pinned: true, skills: [], facility: null });
    await assign(held);
    await enter('closedDays', { name: 'Works', date: day, laboratory: server.ids.laboratory });
    const data = await propose({ day });
    expect(data.unassigned).toMatchObject([{ _id: free, reasons: [{ code: 'pinned' }], ways: [] }]);
    expect(data.employees).toMatchObject([{ visits: [{ _id: held, against: [{ code: 'closedDay' }] }] }]);
    expect([data.now.unassigned, data.proposed.unassigned]).toEqual([1, 1]);
  });
});
