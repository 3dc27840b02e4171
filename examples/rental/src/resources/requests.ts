import { choice, date, defineResource, email, longText, manage, phone, reference, text } from 'portal-frame';

/** Requests of people without an account. They follow their request by the link of our mails. */
export default defineResource({
  name: 'requests',
  icon: 'description',
  label: { one: 'Request', many: 'Requests' },
  title: '{name}: {tool}',
  order: 15,
  menu: { group: 'Counter' },
  fields: {
    tool: reference({ to: 'tools', required: true, onDelete: 'refuse' }),
    from: date({ required: true }),
    to: date({ required: true, label: 'Last Day' }),
    name: text({ required: true, personal: true }),
    email: email({ required: true }),
    phone: phone(),
    note: longText({ most: 1000 }),
    answer: longText({ readOnly: true }),
    state: choice({
      choices: ['Asked', 'Offered', 'Accepted', 'Withdrawn'],
      values: {
        Asked: { tone: 'warning', icon: 'urgent' },
        Offered: { tone: 'info', icon: 'clock' },
        Accepted: { tone: 'success', icon: 'check' },
      },
      chip: true,
      required: true,
    }),
  },
  validate: ({ from, to }) => (from && to && to < from ? { to: 'It ends before it begins.' } : {}),
  states: {
    field: 'state',
    start: 'Asked',
    transitions: {
      offer: { label: 'Offer', from: 'Asked', to: 'Offered', inputs: ['answer'] },
      accept: { label: 'Accept', from: 'Offered', to: 'Accepted', success: 'We have reserved it for you.' },
      withdraw: { label: 'Withdraw', from: ['Asked', 'Offered'], to: 'Withdrawn' },
    },
  },
  links: {
    mine: {
      days: 30,
      title: 'Your request',
      fields: ['tool', 'from', 'to', 'state', 'answer'],
      transitions: ['accept', 'withdraw'],
    },
  },
  automations: {
    received: { on: { create: true }, mail: { to: ['email'], link: 'mine' }, notify: { to: [{ role: 'clerk' }] } },
    offered: { on: { transition: ['offer'] }, mail: { to: ['email'], link: 'mine' } },
  },
  list: {
    columns: ['name', 'tool', 'from', 'to', 'state'],
    filters: ['state', 'tool'],
    sort: { field: 'from', order: 'ASC' },
  },
  create: {
    title: 'Request a tool',
    success: 'We answer by mail, mostly on the same day.',
    groups: [{ label: 'Request', fields: ['tool', 'from', 'to', 'name', 'email', 'phone', 'note'] }],
  },
  roles: {
    manager: manage,
    clerk: { can: manage, except: ['import', 'delete'] },
    public: { form: '/public/request', can: ['create'] },
  },
});
