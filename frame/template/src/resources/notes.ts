import { defineResource, longText, manage, text } from 'portal-frame';

/** An example of a resource: its table, its API and its screens are derived from this file. */
export default defineResource({
  name: 'notes',
  icon: 'description',
  label: { one: 'Note', many: 'Notes' },
  fields: { title: text({ required: true }), body: longText() },
  list: { sortable: ['title'], search: ['title', 'body'] },
  roles: { admin: manage },
});
