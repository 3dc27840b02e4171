import { type ChipTone, choice, type FieldValues } from 'portal-frame';
import { GAPS, type Gap } from '../../../src/wire/orderApi.ts';
import { orderActions, orderDuplicates } from '../wire/visitOrderApi.ts';
import testOrders from './testOrders.ts';

/** Gaps that are no warnings: paper orders, and patients who cannot be drawn. */
const GAP_TONES: { readonly [gap in Gap]?: ChipTone } = { noOrder: 'default', declined: 'error', notFasting: 'error' };

/** Order fields of a new appointment; the order is a record of its own. */
const { tests, orderedBy, requisition } = testOrders.fields;

const orderFields = {
  readiness: choice({
    choices: GAPS,
    values: Object.fromEntries(
      GAPS.map((gap) => [gap, { label: `orders.gaps.${gap}`, tone: GAP_TONES[gap] ?? 'warning', icon: 'alert' }]),
    ),
    chip: true,
    readOnly: true,
  }),
  ...{ tests, orderedBy, requisition },
};

const columns = { readiness: null, tests: null, orderedBy: null, requisition: null };

const order = {
  field: 'readiness',
  placement: 'show',
  component: () => import('../browser/OrderPart.tsx'),
} as const;

/** Additions to appointments: what is missing before the draw, the order, and its tests in the form. */
export const appointmentOrders = {
  fields: [{ add: orderFields, after: 'visitState' }],
  list: {
    columns: [{ field: 'readiness', hidden: true, feature: 'orders', after: 'visitState' }],
    calendar: { warning: 'readiness' },
  },
  show: { chips: ['readiness'] },
  create: {
    sticky: ['tests', 'orderedBy'],
    duplicate: { fields: ['tests', 'orderedBy'] },
    groups: { tests: { fields: ['tests', 'orderedBy', 'requisition'], feature: 'orders' } },
  },
  actions: [{ add: 'order', after: 'reportVisit', roles: ['admin', 'employee', 'laboratory'], action: order }],
  api: { actions: orderActions, duplicate: orderDuplicates },
  table: { columns },
} as const;

/** Additions to archived appointments. */
export const archiveOrders = {
  fields: appointmentOrders.fields,
  show: appointmentOrders.show,
  actions: [{ add: 'order', after: null, roles: ['admin', 'employee', 'laboratory'], action: order }],
  api: { actions: orderActions },
  table: { columns },
} as const;

declare module '../../../src/collections.ts' {
  interface AppointmentAdditions extends FieldValues<typeof orderFields> {}
}
