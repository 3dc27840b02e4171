import { children, choice, defineResource, manage, number, text } from 'portal-frame';

/** Titles of the library. */
export default defineResource({
  name: 'books',
  icon: 'description',
  label: { one: 'Book', many: 'Books' },
  fields: {
    title: text({ required: true, example: 'Middlemarch' }),
    author: text({ required: true, example: 'George Eliot' }),
    isbn: text({ unique: true, label: 'ISBN' }),
    genre: choice({ choices: ['Novel', 'Science', 'History', 'Children'], required: true, example: 'Novel' }),
    year: text({ example: '1871' }),
    volumes: children({ resource: 'copies', field: 'book', columns: ['code', 'condition', 'shelf'], label: 'Volumes' }),
    copies: number({ rollup: { of: 'volumes', count: true }, label: 'Copies' }),
  },
  history: true,
  list: {
    columns: ['title', 'author', 'genre', 'year', 'copies'],
    filters: ['genre', 'author'],
    sortable: ['title', 'author', 'year', 'copies'],
    sort: { field: 'title', order: 'ASC' },
    search: ['title', 'author', 'isbn'],
  },
  show: {
    subtitle: ['author'],
  },
  roles: {
    librarian: manage,
    member: { list: '/catalogue', can: ['list', 'show'] },
  },
});
