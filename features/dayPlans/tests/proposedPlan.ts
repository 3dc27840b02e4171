export class NoObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
}

export const DAY = '2026-12-01';
export const visit = (id: string, patientName: string, own: object = {}) => ({
  ...{ _id: id, patientName, zip: '19107', facility: '', version: 3, employeeId: null, employeeName: null, travel: 5 },
  ...{ at: `${DAY}T14:00:00.000Z`, before: `${DAY}T14:00:00.000Z` },
  ...{ minutes: 30, why: null, against: [], ways: [] },
  ...own,
});

export const proposal = {
  day: DAY,
  employees: [
    {
      ...{ _id: 'e1', fullName: 'Zoë Ångström', miles: 12.3, away: false },
      visits: [
        visit('a1', 'Ada Free'),
        visit('a2', 'Bo Busy', {
          ...{ employeeId: 'e2', employeeName: 'Ann Ill', at: `${DAY}T15:10:00.000Z` },
          why: { code: 'shift', parameters: {} },
        }),
        visit('a3', 'Cy Close', { employeeId: 'e1' }),
      ],
    },
  ],
  unassigned: [
    visit('a4', 'Di Late', {
      reasons: [{ code: 'dailyCap', parameters: { count: 8 }, employees: 4 }],
      ways: [{ employeeId: 'e1', employeeName: 'Zoë Ångström', at: `${DAY}T16:15:00.000Z` }],
    }),
  ],
  otherDays: [],
  unplanned: [{ _id: 'e3', fullName: 'New Hire', reason: { code: 'noHours', parameters: {} } }],
  withoutWeek: [],
  now: { travel: 90, unassigned: 2 },
  proposed: { travel: 40, unassigned: 1 },
};

export const ACCEPT = '/admin/accept-plan';
