import { defineResource, manage, type RecordOf, text, toggle } from 'portal-frame';

/** Skills that a visit may need. An employee has one by a credential. */
const skills = defineResource({
  name: 'skills',
  icon: 'star',
  order: false,
  feature: 'plan',
  fields: {
    name: text({ required: true, unique: true, most: 80, example: 'Pediatric draws' }),
    forEveryVisit: toggle({ default: false, help: 'resources.skills.forEveryVisitHelp' }),
  },
  history: true,
  list: { columns: ['name', 'forEveryVisit'], search: ['name'], sort: { field: 'name', order: 'ASC' } },
  show: { related: [{ resource: 'credentials', field: 'skill' }] },
  roles: { admin: { list: '/skills', form: '/add-skill', can: manage } },
});

export default skills;

declare module 'portal-frame' {
  interface Collections {
    skills: RecordOf<typeof skills>;
  }
}
