import { defineResource, manage, number, type RecordOf, text } from 'portal-frame';

/** Centers of ZIP codes, besides those that come with the server. */
const zipPlaces = defineResource({
  name: 'zipPlaces',
  icon: 'place',
  order: false,
  feature: 'plan',
  fields: {
    zip: text({ required: true, unique: true, most: 10, example: '19107' }),
    latitude: number({ required: true, min: -90, max: 90, example: '39.952' }),
    longitude: number({ required: true, min: -180, max: 180, example: '-75.158' }),
  },
  list: { columns: ['zip', 'latitude', 'longitude'], search: ['zip'], sort: { field: 'zip', order: 'ASC' } },
  roles: { admin: { list: '/zip-places', form: '/add-zip-place', can: manage } },
});

export default zipPlaces;

declare module 'portal-frame' {
  interface Collections {
    zipPlaces: RecordOf<typeof zipPlaces>;
  }
}
