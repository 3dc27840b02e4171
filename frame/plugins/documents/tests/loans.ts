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
    state: choice({ choices: ['Lent', 'Returned'], default: 'Lent' }),
  },
  roles: { admin: manage, branch: { list: '/lent', can: ['list', 'show'] } },
});
