const pending = { status: 'Pending' } as const;

/** Time of a visit, with the times at which somebody can make it. */
export const visitTimeInput = () => import('../../pages/appointments/VisitTimeInput.tsx');

export const appointmentActions = {
  setStatus: {
    field: 'status',
    placement: 'row',
    undo: true,
    undoFields: ['cancelReason', 'cancelledBy'],
    success: 'toasts.statusUpdated',
  },
  assign: { field: 'employee', undo: true, success: 'toasts.assigned', placement: 'show', when: { employee: null } },
  completeDone: {
    field: 'status',
    placement: 'header',
    when: { ...pending, visitState: 'done' },
    value: 'Completed',
    label: 'resources.appointments.actions.complete',
    undo: true,
    success: 'toasts.statusUpdated',
  },
  uploadTracking: {
    field: 'trackingImage',
    placement: 'show',
    when: { trackingImage: null },
    success: 'toasts.trackingUploaded',
  },
} as const;
