import { address, defineResource, manage, number, phone, type RecordOf, text } from 'portal-frame';

/** Places at which many patients are drawn in one stop, such as nursing homes. Their rounds are standing orders. */
const facilities = defineResource({
  name: 'facilities',
  icon: 'place',
  order: false,
  feature: 'plan',
  fields: {
    name: text({ required: true, unique: true, most: 120, example: 'Sunrise Senior Living' }),
    address: address({ required: true, example: '12 Elm Street, Philadelphia, PA 19107' }),
    contactNumber: phone(),
    minutes: number({ required: true, integer: true, min: 1, max: 240, default: 10 }),
  },
  history: true,
  list: {
    columns: ['name', 'address', 'contactNumber', 'minutes'],
    search: ['name', 'address'],
    sort: { field: 'name', order: 'ASC' },
  },
  roles: { admin: { list: '/facilities', form: '/add-facility', can: manage } },
});

export default facilities;

declare module 'portal-frame' {
  interface Collections {
    facilities: RecordOf<typeof facilities>;
  }
}
