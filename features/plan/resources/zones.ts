import { defineResource, manage, number, type RecordOf, text } from 'portal-frame';

/** Areas by ZIP code, with the speed of travel in them. */
const zones = defineResource({
  name: 'zones',
  icon: 'place',
  order: false,
  feature: 'plan',
  fields: {
    name: text({ required: true, unique: true, most: 80, example: 'Center City' }),
    zips: text({ required: true, most: 1000, help: 'resources.zones.zipsHelp', example: '1910, 19147' }),
    speed: number({ required: true, min: 1, max: 100, default: 20, example: '15' }),
  },
  history: true,
  list: { columns: ['name', 'zips', 'speed'], search: ['name', 'zips'], sort: { field: 'name', order: 'ASC' } },
  roles: { admin: { list: '/zones', form: '/add-zone', can: manage } },
});

export default zones;

declare module 'portal-frame' {
  interface Collections {
    zones: RecordOf<typeof zones>;
  }
}
