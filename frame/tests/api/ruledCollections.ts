import type { AnyResource } from '../../config/resource.ts';
import { choice, date, dateTime, defineResource, me, reference, text } from '../../index.ts';

/** Items, and what is kept of them: rentals by moments, bookings by days, prices by item and name. */
const items = defineResource({
  name: 'items',
  icon: 'inventory',
  fields: { serial: text({ required: true }) },
  list: { columns: ['serial'] },
  title: '{serial}',
  show: { groups: [{ label: 'Item', fields: ['serial'] }] },
  create: { groups: [{ label: 'Item', fields: ['serial'] }] },
  roles: {
    admin: { list: '/items', can: ['list', 'show', 'create', 'edit'] },
    worker: { can: ['list'] },
  },
});

const item = reference({ to: 'items', text: '{serial}', onDelete: 'refuse' });
const changes = ['list', 'show', 'create', 'edit', 'delete', 'import'] as const;

const rentals = defineResource({
  name: 'rentals',
  icon: 'event',
  fields: {
    title: text({ required: true }),
    item,
    place: text(),
    from: dateTime(),
    to: dateTime(),
    clerk: text({ default: 'none' }),
    state: choice({ choices: ['reserved', 'out'], default: 'reserved' }),
  },
  list: {
    columns: ['title'],
    filters: ['item'],
    sortable: ['title'],
    sort: { field: 'title', order: 'ASC' },
    calendar: { from: 'from', to: 'to', lane: 'item' },
  },
  title: '{title}',
  show: { groups: [{ label: 'Rental', fields: ['item', 'from', 'to'] }] },
  create: { groups: [{ label: 'Rental', fields: ['title', 'item', 'place', 'from', 'to', 'clerk'] }] },
  rules: { noOverlap: { by: ['item'], from: 'from', to: 'to' } },
  actions: {
    assign: { field: 'item', placement: 'row', bulk: true },
  },
  history: true,
  softDelete: true,
  roles: {
    admin: { list: '/rentals', can: [...changes, 'assign'] },
    worker: { list: '/our-rentals', can: ['list', 'create'], where: { clerk: me } },
  },
} as never) as AnyResource;

/** Whole days, by a text. */
const bookings = defineResource({
  name: 'bookings',
  icon: 'event',
  fields: { room: text(), from: date(), to: date() },
  list: { columns: ['room'], sort: { field: 'from', order: 'ASC' }, calendar: { from: 'from', to: 'to' } },
  create: { groups: [{ label: 'Booking', fields: ['room', 'from', 'to'] }] },
  rules: { noOverlap: { by: ['room'], from: 'from', to: 'to' } },
  roles: { admin: { list: '/bookings', can: [...changes] } },
} as never) as AnyResource;

const prices = defineResource({
  name: 'prices',
  icon: 'inventory',
  fields: { title: text({ required: true }), item, name: text(), kind: choice({ choices: ['day', 'week'] }) },
  list: { columns: ['title'], sortable: ['title'], sort: { field: 'title', order: 'ASC' } },
  create: { groups: [{ label: 'Price', fields: ['title', 'item', 'name', 'kind'] }] },
  rules: {
    unique: [
      ['item', 'name'],
      ['title', 'kind'],
    ],
  },
  softDelete: true,
  roles: { admin: { list: '/prices', can: [...changes] }, worker: { can: ['create'] } },
} as never) as AnyResource;

export const RULED: AnyResource[] = [items as unknown as AnyResource, rentals, bookings, prices];
