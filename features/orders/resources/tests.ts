import { defineResource, loinc, longText, manage, number, reference, text, toggle } from 'portal-frame';

export default defineResource({
  name: 'tests',
  icon: 'description',
  order: false,
  feature: 'orders',
  fields: {
    name: text({ required: true, unique: true, most: 120, example: 'Glucose, fasting' }),
    loinc: loinc({ placeholder: 'resources.tests.loincExample', example: '1558-6' }),
    tubeKind: reference({
      to: 'tubeKinds',
      label: 'resources.tests.fields.tubeKind',
      required: true,
      example: 'Fluoride 2 mL',
    }),
    volume: number({ min: 0.1, max: 500, required: true, example: '1' }),
    ownTube: toggle({ default: false, help: 'resources.tests.ownTubeHelp' }),
    fastingHours: number({ integer: true, min: 0, max: 72, help: 'resources.tests.fastingHelp', example: '8' }),
    preparation: longText({ most: 500 }),
  },
  history: true,
  list: {
    columns: ['name', 'loinc', 'tubeKind', 'volume', 'fastingHours'],
    filters: ['tubeKind', { field: 'fastingHours', name: 'fasting', operator: 'gte' }],
    sortable: ['name'],
    sort: { field: 'name', order: 'ASC' },
    search: ['name', 'loinc'],
    perPage: 25,
  },
  show: {
    groups: {
      test: ['loinc', 'tubeKind', 'volume', 'ownTube'],
      preparation: ['fastingHours', { field: 'preparation', placeholder: 'list.none' }],
    },
    related: [{ resource: 'stabilities', field: 'test' }],
  },
  create: {
    groups: { test: ['name', 'loinc', 'tubeKind', 'volume', 'ownTube'], preparation: ['fastingHours', 'preparation'] },
  },
  roles: {
    admin: { list: '/tests', form: '/add-test', can: manage },
    laboratory: { list: '/laboratory-tests', can: ['list', 'show'] },
  },
});
