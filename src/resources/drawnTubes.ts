import { defineResource } from '../config/resource.ts';
import { ME } from '../config/rows.ts';
import { dateTime, reference, text } from '../fields/index.ts';
import { MOST_LABEL } from '../wire/orders.ts';

const tube = 'resources.drawnTubes.groups.tube';
const reads = ['list', 'show', 'export'] as const;

/** The tubes that were drawn, each by the label that was bound to it; employees bind theirs by a report of the visit. */
export default defineResource({
  name: 'drawnTubes',
  icon: 'science',
  order: false,
  feature: 'orders',
  fields: {
    label: text({ required: true, unique: true, most: MOST_LABEL }),
    testOrder: reference({ to: 'testOrders', text: '{requisition}', required: true, onDelete: 'delete' }),
    tubeKind: reference({ to: 'tubeKinds', text: '{name}', required: true }),
    drawnAt: dateTime({ required: true }),
    drawnBy: reference({ to: 'employees', text: '{fullName}', onDelete: 'clear' }),
  },
  history: true,
  list: {
    columns: ['label', 'tubeKind', 'testOrder', 'drawnAt', 'drawnBy'],
    filters: ['testOrder', 'tubeKind', { field: 'drawnAt', name: 'day' }],
    sortable: ['drawnAt', 'label'],
    sort: { field: 'drawnAt', order: 'DESC' },
    search: ['label'],
    empty: 'resources.drawnTubes.empty',
  },
  show: { title: 'label', groups: [{ label: tube, fields: ['tubeKind', 'testOrder', 'drawnAt', 'drawnBy'] }] },
  create: { groups: [{ label: tube, fields: ['label', 'testOrder', 'tubeKind', 'drawnAt', 'drawnBy'] }] },
  roles: {
    admin: { list: '/tubes', form: '/add-tube', can: [...reads, 'create', 'edit', 'delete'] },
    laboratory: { list: '/laboratory-tubes', can: reads, rows: { 'testOrder.appointment.laboratory': ME } },
    employee: { can: ['show'], rows: { 'testOrder.appointment.employee': ME } },
  },
});
