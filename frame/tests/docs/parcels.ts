import { choice, defineResource, manage, money, text } from 'portal-frame';

export default defineResource({
  name: 'parcels',
  icon: 'inventory',
  title: '{code}',
  fields: {
    code: text({ required: true, unique: true }),
    price: money(),
    state: choice({ choices: ['Packed', 'Sent'] }),
  },
  states: { field: 'state', start: 'Packed', transitions: { ship: { from: 'Packed', to: 'Sent' } } },
  // `true` sends all updates and transitions.
  on: { create: true, update: ['price', 'state'], transition: ['ship'] },
  roles: { admin: manage },
});
