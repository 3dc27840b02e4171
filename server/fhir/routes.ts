import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { EXPORT_ROWS } from '../../src/wire/binding.ts';
import { API_ROOT, ROLES } from '../../src/wire/call.ts';
import { audited } from '../audit/audited.ts';
import { ownerOf } from '../calls/appointmentWire.ts';
import { authenticate } from '../http/authenticate.ts';
import type { Account } from '../http/handler.ts';
import { notFound, Refusal } from '../http/refusal.ts';
import type { Services } from '../services.ts';
import { searchAppointments } from '../store/appointmentSearch.ts';
import { appointmentById, complete } from '../store/appointments.ts';
import { toFhir } from './appointment.ts';
import { capabilityOf } from './capability.ts';
import { FHIR_JSON, sendOutcome } from './outcome.ts';
import { readSearch, searchQuery, tokenOf } from './search.ts';

const FHIR = `${API_ROOT}/fhir`;
type Search = z.infer<typeof searchQuery>;

const resource = (type: string) => z.looseObject({ resourceType: z.literal(type) });
const outcome = resource('OperationOutcome').describe('Refused: issue[0].diagnostics says why.');
/** What the OpenAPI page tells of a route; the resources themselves are described by FHIR R4. */
const schemaOf = (operationId: string, summary: string, type: string, asked: object = {}) => ({
  operationId,
  summary,
  tags: ['fhir'],
  description: `FHIR R4 (4.0.1), ${type} as application/fhir+json. Open to: ${ROLES.join(', ')}, each their own.`,
  security: [{ token: [] }],
  ...asked,
  response: { 200: resource(type), default: outcome },
});

/** Where this server is for the client. */
const baseOf = ({ protocol, host }: FastifyRequest, { publicUrl }: Services['config']) =>
  (publicUrl ?? `${protocol}://${host}`) + FHIR;

const send = (reply: FastifyReply, body: unknown) => reply.type(FHIR_JSON).send(body);

function refuseFormat({ query, headers }: FastifyRequest): void {
  const { _format = '' } = query as Search;
  const wanted = String(_format) || headers.accept || '';
  if (/xml|turtle/.test(wanted) && !/json|\*\/\*/.test(wanted)) throw new Refusal(406, 'fhir.format');
}

/** One page as a Bundle. Its links say what was understood of the query; the next page follows behind this one's last. */
async function searchFor(request: FastifyRequest, account: Account, services: Services) {
  const { db, config } = services;
  const query = request.query as Search;
  const wanted = readSearch(query, config.timeZone);
  const found = await searchAppointments(db, ownerOf(account), wanted);
  const rows = found.slice(0, wanted.most);
  const resources = (await complete(db, rows)).map((full) => toFhir(full, config));
  const base = `${baseOf(request, config)}/Appointment`;
  const link = (relation: string, page = query._page) => {
    const asked = new URLSearchParams();
    for (const name of ['date', 'status', '_id'] as const)
      for (const value of [query[name] ?? []].flat()) asked.append(name, value);
    asked.set('_count', String(wanted.most));
    if (page !== undefined) asked.set('_page', page);
    return { relation, url: `${base}?${asked}` };
  };
  const last = rows.at(-1);
  const more = found.length > rows.length && last;
  return {
    resources,
    bundle: {
      resourceType: 'Bundle',
      type: 'searchset',
      link: [link('self'), ...(more ? [link('next', tokenOf({ at: last.scheduled_at, id: last.id }))] : [])],
      // FHIR knows no empty lists.
      ...(resources.length > 0 && {
        entry: resources.map((one) => ({ fullUrl: `${base}/${one.id}`, resource: one, search: { mode: 'match' } })),
      }),
    },
  };
}

/** Appointments to be read by other systems in FHIR R4. Everything below its path speaks FHIR, refusals too. */
export async function registerFhir(app: FastifyInstance, services: Services): Promise<void> {
  const { db, config } = services;
  await app.register(
    async (fhir) => {
      fhir.setErrorHandler<Parameters<typeof sendOutcome>[0]>(sendOutcome);
      fhir.setNotFoundHandler((request, reply) => sendOutcome(notFound(), request, reply));
      fhir.addHook('preHandler', async (request) => refuseFormat(request));
      const onRequest = async (request: FastifyRequest) => {
        request.account = await authenticate(request, ROLES, services);
      };

      fhir.get(
        '/metadata',
        { schema: { ...schemaOf('fhirMetadata', 'What can be asked here.', 'CapabilityStatement'), security: [] } },
        async (request, reply) => send(reply, capabilityOf(baseOf(request, config))),
      );

      const listed = { deed: 'list', resource: 'appointments' } as const;
      fhir.get(
        '/Appointment',
        {
          schema: schemaOf('fhirAppointments', 'Appointments, the latest first.', 'Bundle', {
            querystring: searchQuery,
          }),
          onRequest,
          onError: async (request, _reply, error) => audited(services, request, listed).refused(error),
        },
        async (request, reply) => {
          const { resources, bundle } = await searchFor(request, request.account as Account, services);
          const { date, status } = request.query as Search;
          // It leaves the house, as an export does.
          await audited(services, request, listed).done(resources, {
            query: { date, status, perPage: EXPORT_ROWS },
          });
          return send(reply, bundle);
        },
      );

      const read = { deed: 'read', resource: 'appointments' } as const;
      fhir.get<{ Params: { id: string } }>(
        '/Appointment/:id',
        {
          schema: schemaOf('fhirAppointment', 'One appointment.', 'Appointment', {
            params: z.object({ id: z.string().max(64) }),
          }),
          onRequest,
          onError: async (request, _reply, error) => audited(services, request, read).refused(error),
        },
        async (request, reply) => {
          const { id } = request.params;
          const row = await appointmentById(db, id, ownerOf(request.account as Account));
          const [full] = row ? await complete(db, [row]) : [];
          if (!row || !full) throw notFound();
          await audited(services, request, read).done(null, { query: { id } });
          reply.header('etag', `W/"${row.version}"`).header('last-modified', new Date(row.updated_at).toUTCString());
          return send(reply, toFhir(full, config));
        },
      );
    },
    { prefix: FHIR },
  );
}
