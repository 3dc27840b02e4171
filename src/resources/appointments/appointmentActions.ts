const pending = { status: 'Pending' } as const;
const updateOfPending = { placement: 'header', when: pending, undo: true } as const;
/** Only before the tracking image is uploaded. */
const beforeDraw = { ...pending, trackingImage: null } as const;
const updateBeforeDraw = { ...updateOfPending, when: beforeDraw } as const;
const updateOfAssigned = { ...updateOfPending, when: { ...beforeDraw, employee: { exists: true } } } as const;

export const visitReportsAction = {
  field: 'visitState',
  placement: 'show',
  component: () => import('../../pages/appointments/VisitReports.tsx'),
} as const;

export const orderAction = {
  field: 'readiness',
  placement: 'show',
  component: () => import('../../pages/orders/OrderPart.tsx'),
} as const;

const assigned = { field: 'employee', success: 'toasts.assigned', undo: true } as const;

export const appointmentActions = {
  reportVisit: {
    field: 'visitState',
    placement: 'show',
    when: pending,
    component: () => import('../../pages/runSheet/ReportPart.tsx'),
  },
  order: orderAction,
  visitReports: visitReportsAction,
  setStatus: {
    field: 'status',
    placement: 'row',
    success: 'toasts.statusUpdated',
    undo: true,
    undoFields: ['cancelReason'],
  },
  assign: { ...assigned, placement: 'show', when: { employee: null }, label: 'resources.appointments.assign' },
  assignTo: { ...assigned, placement: 'row', bulk: true, when: pending, label: 'resources.appointments.assignTo' },
  complete: {
    field: 'status',
    placement: 'row',
    bulk: true,
    when: pending,
    value: 'Completed',
    label: 'resources.appointments.complete',
    undo: true,
  },
  completeDone: {
    ...updateOfPending,
    field: 'status',
    when: { ...pending, visitState: 'done' },
    value: 'Completed',
    label: 'resources.appointments.complete',
    success: 'toasts.statusUpdated',
  },
  reassign: { ...updateOfAssigned, ...assigned, label: 'resources.appointments.reassign' },
  move: {
    ...updateBeforeDraw,
    field: 'appointmentDateTime',
    label: 'resources.appointments.move',
    success: 'toasts.moved',
  },
  unassign: {
    ...updateOfAssigned,
    field: 'employee',
    value: null,
    label: 'resources.appointments.unassign',
    success: 'toasts.unassigned',
  },
  cancel: {
    ...updateOfPending,
    field: 'cancelReason',
    label: 'resources.appointments.cancel',
    success: 'toasts.cancelled',
    undoFields: ['status'],
  },
  uploadTracking: {
    field: 'trackingImage',
    placement: 'show',
    when: { trackingImage: null },
    label: 'resources.appointments.uploadTracking',
    success: 'toasts.trackingUploaded',
  },
  patientData: {
    field: 'patientName',
    placement: 'header',
    component: () => import('../../pages/appointments/PatientData.tsx'),
  },
} as const;
