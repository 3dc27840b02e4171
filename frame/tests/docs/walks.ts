import { choice, date, defineResource, manage, text } from 'portal-frame';

export default defineResource({
  name: 'walks',
  icon: 'event',
  fields: {
    dog: text({ required: true }),
    on: date({ required: true }),
    state: choice({ choices: ['Booked', 'Done'], default: 'Booked', required: true, chip: true }),
  },
  roles: { admin: manage },
});
