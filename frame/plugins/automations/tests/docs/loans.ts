import { choice, defineResource, email, manage, money, reference, text } from 'portal-frame';

export default defineResource({
  name: 'loans',
  icon: 'inventory',
  title: '{item}',
  fields: {
    item: text({ required: true }),
    reader: email({ required: true }),
    deposit: money(),
    branch: reference({ to: 'branches' }),
    state: choice({ choices: ['Lent', 'Returned'] }),
  },
  states: { field: 'state', start: 'Lent', transitions: { giveBack: { from: 'Lent', to: 'Returned' } } },
  automations: {
    thanks: { on: { transition: ['giveBack'] }, mail: { to: ['reader'] } },
    large: {
      on: { create: true, update: ['deposit'] },
      where: { deposit: { gt: 200 }, 'branch.fullName': 'Northside' },
      notify: { to: ['branch', { role: 'admin' }], about: 'branch' },
    },
    label: { on: { create: true }, job: 'print label' },
  },
  roles: { admin: manage },
});
