import { date, defineResource, manage, money, read, reference, today } from 'portal-frame';

/** Price list. A price holds from its day until a later one of the same tool. */
export default defineResource({
  name: 'prices',
  icon: 'payments',
  label: { one: 'Price', many: 'Price list' },
  title: '{tool} from {from}',
  order: 32,
  menu: { group: 'Stock' },
  fields: {
    tool: reference({ to: 'tools', required: true, onDelete: 'refuse' }),
    from: date({ required: true, default: today }),
    perDay: money({ required: true }),
    latePerDay: money({ required: true }),
  },
  rules: { unique: ['tool', 'from'] },
  list: {
    filters: ['tool'],
    sortable: ['tool', 'from', 'perDay'],
  },
  roles: {
    manager: manage,
    clerk: read,
    customer: read,
    public: { list: '/public/prices', can: ['list'], where: { from: { lte: today } } },
  },
});
