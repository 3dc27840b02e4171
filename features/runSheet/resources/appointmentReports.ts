import { visitReportCalls } from '../wire/visitReportApi.ts';

const visitReports = {
  add: 'visitReports',
  after: 'reportVisit',
  roles: ['admin', 'employee', 'laboratory'],
  action: {
    field: 'visitState',
    placement: 'show',
    component: () => import('../browser/VisitReports.tsx'),
  },
} as const;

const read = { call: visitReportCalls.visitReports };
const readReports = { admin: read, employee: read, laboratory: read };

/** Additions of visit reports to appointments: the state of the visit, its reports, and reporting. */
export const appointmentReports = {
  list: { columns: [{ field: 'visitState', hidden: true, feature: 'visitReports', after: 'specialInstructions' }] },
  show: {
    chips: [{ add: 'visitState', after: 'priorityLevel' }],
    primaryActions: [{ add: 'reportVisit', after: 'assign' }],
  },
  actions: [
    {
      add: 'reportVisit',
      after: null,
      roles: ['employee'],
      action: {
        field: 'visitState',
        placement: 'show',
        when: { status: 'Pending' },
        component: () => import('../browser/visits/ReportPart.tsx'),
      },
    },
    visitReports,
  ],
  api: { actions: { visitReports: readReports, reportVisit: { employee: { call: visitReportCalls.reportVisit } } } },
} as const;

/** Additions to the archive. */
export const archiveReports = {
  show: { chips: [{ add: 'visitState', after: 'priorityLevel' }] },
  actions: [visitReports],
  api: { actions: { visitReports: readReports } },
} as const;
