import { type AnyResource, defineResource } from '../../config/resource.ts';
import { choice, date, dateTime, email, money, number, reference, text, timings, toggle } from '../../fields/index.ts';
import { me } from '../../where/symbols.ts';

/** Referred to by id and by code. */
const makers = defineResource({
  name: 'makers',
  icon: 'inventory',
  fields: { title: text({ required: true }), code: text({ required: true, unique: true }), mail: email() },
  list: { columns: ['title'], sortable: ['title'], search: ['title'] },
  create: { groups: [{ label: 'Maker', fields: ['title', 'code', 'mail'] }] },
  roles: { admin: { list: '/makers', can: ['list', 'create', 'edit', 'delete'] } },
});

/** Roles and accounts that an app uses for its supplies. */
export interface Keepers {
  branch: string;
  branches: string;
  worker: string;
  workers: string;
  code: string;
}

/** A collection with every kind of storage and right. */
const suppliesOf = ({ branch, branches, worker, workers, code }: Keepers) =>
  defineResource({
    name: 'supplies',
    icon: 'inventory',
    fields: {
      title: text({ required: true }),
      code: text({ unique: true }),
      amount: number({ min: 0, integer: true, default: 1, unique: false }),
      price: money(),
      state: choice({ choices: ['new', 'used'], default: 'new' }),
      open: toggle(),
      expiresOn: date(),
      arrivedAt: dateTime(),
      hours: timings(),
      maker: reference({ to: 'makers', text: '{title}' }),
      makerCode: reference({ to: 'makers', text: '{title}', value: 'code' }),
      worker: reference({ to: workers, text: '{fullName}', value: code }),
      branch: reference({ to: branches, text: '{fullName}' }),
      owner: text(),
      checkedBy: text({ readOnly: true }),
    },
    list: {
      columns: ['title', 'code', 'amount'],
      filters: [
        'title',
        'state',
        'amount',
        'price',
        'open',
        'expiresOn',
        'arrivedAt',
        { field: 'price', name: 'hasPrice', operator: 'exists' },
        { field: 'hours', name: 'hasHours', operator: 'exists' },
        { field: 'arrivedAt', name: 'since', operator: 'gte' },
        { field: 'arrivedAt', name: 'until', operator: 'lte' },
        { field: 'expiresOn', name: 'bestFrom', operator: 'gte' },
        { field: 'price', name: 'cheaperThan', operator: 'lte' },
      ],
      sortable: ['title', 'amount', 'price', 'arrivedAt'],
      sort: { field: 'title', order: 'ASC' },
      search: ['title', 'code', 'amount'],
    },
    title: '{title}',
    show: { groups: [{ label: 'All', fields: ['amount'] }] },
    create: {
      groups: [
        {
          label: 'Supply',
          fields: [
            'title',
            'code',
            'amount',
            'price',
            { field: 'state', roles: ['admin'] },
            'open',
            'expiresOn',
            'arrivedAt',
            'hours',
            'maker',
            'makerCode',
            'worker',
            'branch',
            'owner',
            'checkedBy',
          ],
        },
      ],
    },
    actions: { check: { field: 'checkedBy', placement: 'row', when: { checkedBy: null } } },
    roles: {
      admin: { list: '/supplies', form: '/add-supply', can: ['list', 'show', 'create', 'edit', 'delete'] },
      [branch]: { list: '/our-supplies', can: ['list', 'create', 'edit', 'delete'], where: { owner: me } },
      [worker]: { can: ['show', 'check'] },
    },
  });

export const collectionsOf = (keepers: Keepers): AnyResource[] =>
  [makers, suppliesOf(keepers)] as unknown as AnyResource[];

/** Collections of the workshop app (frame/tests/app). */
export const COLLECTIONS = collectionsOf({
  branch: 'branch',
  branches: 'branches',
  worker: 'worker',
  workers: 'workers',
  code: 'code',
});
