import { HttpResponse, http } from 'msw';
import { matches } from 'portal-frame/internal';
import { server } from './host.ts';

type Row = { id: string } & Record<string, unknown>;

/** Starts a server with ra-data-simple-rest's API and these rows in memory. */
export function simpleRest(name: string, rows: Row[]): Row[] {
  const root = `*/api/v1/collections/${name}`;
  const at = (id: unknown) => rows.findIndex((row) => row.id === id);
  server.use(
    http.get(root, ({ request }) => {
      const query = new URL(request.url).searchParams;
      const part = (key: string, standard: unknown) => JSON.parse(query.get(key) ?? JSON.stringify(standard));
      const [field, order] = part('sort', ['id', 'ASC']);
      const [from, to] = part('range', [0, 9]);
      const filters = Object.entries(part('filter', {}) as Record<string, unknown>);
      const where = part('where', {});
      const found = rows
        .filter((row) => matches(where, row, { me: '', today: '', now: '' }))
        .filter((row) =>
          filters.every(([key, value]) => {
            if (key === 'q') return Object.values(row).join(' ').toLowerCase().includes(String(value).toLowerCase());
            return Array.isArray(value) ? value.includes(row[key]) : row[key] === value;
          }),
        )
        .toSorted((a, b) => String(a[field]).localeCompare(String(b[field])) * (order === 'ASC' ? 1 : -1));
      const page = found.slice(from, to + 1);
      return HttpResponse.json(page, { headers: { 'Content-Range': `${name} ${from}-${to}/${found.length}` } });
    }),
    http.get(`${root}/:id`, ({ params }) => {
      const row = rows[at(params.id)];
      return row ? HttpResponse.json(row) : HttpResponse.json({ message: 'Gone' }, { status: 404 });
    }),
    http.post(root, async ({ request }) => {
      const row = { ...((await request.json()) as Row), id: `n${rows.length + 1}` };
      rows.push(row);
      return HttpResponse.json(row, { status: 201 });
    }),
    http.put(`${root}/:id`, async ({ params, request }) => {
      const row = { ...(rows[at(params.id)] as Row), ...((await request.json()) as Row) };
      rows[at(params.id)] = row;
      return HttpResponse.json(row);
    }),
    http.delete(`${root}/:id`, ({ params }) => HttpResponse.json(rows.splice(at(params.id), 1)[0])),
  );
  return rows;
}
