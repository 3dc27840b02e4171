const pending = { status: 'Pending' } as const;
/** Only before the tracking image is uploaded. */
const beforeDraw = { ...pending, trackingImage: null } as const;
const assigned = { ...beforeDraw, employee: { exists: true } } as const;
const assignment = { field: 'employee', undo: true, success: 'toasts.assigned' } as const;

/** Time of a visit, with the times at which somebody can make it. */
export const visitTimeInput = () => import('../../pages/appointments/VisitTimeInput.tsx');

/** Corrects who cancelled; imports and other programs may not say it. */
export const cancellerAction = {
  field: 'cancelledBy',
  placement: 'header',
  when: { status: 'Rejected' },
  label: 'resources.appointments.actions.setCanceller',
  undo: true,
  success: 'toasts.updated',
} as const;

export const appointmentActions = {
  setStatus: {
    field: 'status',
    placement: 'row',
    undo: true,
    undoFields: ['cancelReason', 'cancelledBy'],
    asks: { Rejected: 'cancel' },
    success: 'toasts.statusUpdated',
  },
  assign: { ...assignment, placement: 'show', when: { employee: null } },
  assignTo: { ...assignment, placement: 'row', bulk: true, when: pending },
  complete: { field: 'status', placement: 'row', bulk: true, when: pending, value: 'Completed', undo: true },
  completeDone: {
    field: 'status',
    placement: 'header',
    when: { ...pending, visitState: 'done' },
    value: 'Completed',
    label: 'resources.appointments.actions.complete',
    undo: true,
    success: 'toasts.statusUpdated',
  },
  reassign: { ...assignment, placement: 'header', when: assigned },
  move: {
    field: 'appointmentDateTime',
    placement: 'header',
    when: beforeDraw,
    undo: true,
    success: 'toasts.moved',
    input: visitTimeInput,
  },
  unassign: { ...assignment, placement: 'header', when: assigned, value: null, success: 'toasts.unassigned' },
  cancel: {
    field: 'cancelReason',
    placement: 'header',
    inputs: [{ field: 'cancelledBy', roles: ['admin'] }],
    when: pending,
    undo: true,
    undoFields: ['status'],
    success: 'toasts.cancelled',
  },
  setCanceller: cancellerAction,
  uploadTracking: {
    field: 'trackingImage',
    placement: 'show',
    when: { trackingImage: null },
    success: 'toasts.trackingUploaded',
  },
} as const;
