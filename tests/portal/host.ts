import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';

/**
 * Mocks the provider's host from spec.md alone. Calls that a test does not set up return 404 as HTML, like a host
 * without them.
 */
export interface Seen {
  method: string;
  path: string;
  query: Record<string, string>;
  authorization: string | null;
  /** A JSON body, or the fields of a form with files as File. */
  body: Record<string, unknown>;
}
type Answer = (seen: Seen, params: Record<string, string>) => Response | object | Promise<Response | object>;

export const server = setupServer();
export const requests: Seen[] = [];

export const good = (data?: unknown, message = 'OK') => HttpResponse.json({ status: true, message, code: 200, data });
export const refused = (message = '', code = 400, data?: unknown) =>
  HttpResponse.json({ status: false, message, code, data }, { status: code });

async function read(request: Request): Promise<Record<string, unknown>> {
  const type = request.headers.get('content-type') ?? '';
  if (type.includes('json')) return (await request.json()) as Record<string, unknown>;
  if (!type.includes('multipart')) return {};
  const fields: Record<string, unknown> = {};
  for (const [name, value] of await request.formData()) {
    fields[name] = name in fields ? [fields[name], value].flat() : value;
  }
  return fields;
}

/** Answers a call: on('GET', '/admin/get-appointments', () => good({ appointments: [] })). {id} is a parameter. */
export function on(method: 'GET' | 'POST', path: string, answer: Answer): void {
  const matcher = `*/api/v1${path.replace(/\{(\w+)\}/g, ':$1')}`;
  server.use(
    http[method === 'GET' ? 'get' : 'post'](matcher, async ({ request, params }) => {
      const url = new URL(request.url);
      const seen: Seen = {
        method,
        path: url.pathname.replace('/api/v1', ''),
        query: Object.fromEntries(url.searchParams),
        authorization: request.headers.get('authorization'),
        body: await read(request.clone()),
      };
      requests.push(seen);
      const reply = await answer(seen, params as Record<string, string>);
      return reply instanceof Response ? reply : good(reply);
    }),
  );
}

export const requestsTo = (path: string) => requests.filter((one) => one.path === path);

export const employee = { _id: 'e-record-7', employeeId: 'EMP-007', fullName: 'Zoë Ångström' };
export const laboratory = { _id: 'l-record-1', fullName: 'Northside Lab' };

/** An appointment as the host sends it, with the given values. */
export const appointment = (own: Record<string, unknown> = {}) => ({
  _id: 'a1',
  patientName: 'María Núñez',
  image: null,
  age: 44,
  email: 'maria@example.test',
  contactNumber: '+15551230001',
  address: '12 Elm Street',
  accountNumber: 'ACC-12345678',
  dateOfBirth: '1982-03-08',
  gender: 'Female',
  employeeId: null,
  labortary: 'Northside Lab',
  laboratoryId: 'l-record-1',
  fees: 120,
  priorityLevel: 'High',
  appointmentDateTime: '2026-03-09T18:30:00.000Z',
  status: 'Pending',
  specialInstructions: 'Fasting 12 h',
  documents: [],
  trackingId: null,
  createdAt: '2026-03-01T10:00:00.000Z',
  ...own,
});

/** Answers the calls of every signed-in screen: profile, notifications and filter lists. */
export function everyday(): void {
  for (const role of ['admin', 'employee', 'laboratory'])
    on('GET', `/${role}/get-profile`, () => good({ _id: 'me', fullName: `Test ${role}` }));
  on('GET', '/common/get-notifications', () => good([]));
  on('GET', '/admin/get-employees', () => good([employee]));
  on('GET', '/admin/get-plan-conflicts', () => good({ visits: [], employees: [] }));
  on('GET', '/laboratory/get-employees', () => good([employee]));
  on('GET', '/admin/get-laboratories', () => good([laboratory]));
  on('GET', '/employee/get-laboratories', () => good([laboratory]));
}
