import type { FastifyInstance } from 'fastify';
import type { Account, Services } from 'portal-frame/server';
import {
  authenticate,
  createRequestActivity,
  describeReply,
  errorReplySchema,
  rejectUndeclaredFields,
  rejectUnknownParameters,
  requireReauthentication,
} from 'portal-frame/server/routes';
import { API_ROOT } from 'portal-frame/wire';
import { z } from 'zod';
import { type FullAppointment, loadDetails } from '../../../server/store/appointments.ts';
import { exportVisits } from '../../../server/visitParts.ts';
import { confirmedRecords, EXPORT_PATIENT_PATH } from '../wire/patientApi.ts';
import { findConfirmed } from './patientHandlers.ts';
import { belongingsOf } from './patientRows.ts';
import { createZip, type ZipEntry } from './zip.ts';

const toFileName = (name: string) => name.replace(/[^\p{L}\p{N} ._-]/gu, '_').slice(-100);

function listFiles({ row, documents }: FullAppointment, { storage }: Services['files']): ZipEntry[] {
  const named = documents.map(({ path, name }, index) => ({ path, name: `document-${index + 1} ${toFileName(name)}` }));
  for (const [path, name] of [[row.image, 'photo'] as const, [row.tracking_image, 'tracking'] as const])
    if (path) named.push({ path, name: `${name}.${path.split('.').pop()}` });
  return named.map(({ path, name }) => ({
    name: `files/${row.id}/${name}`,
    content: async () => (await storage.get(path))?.content ?? null,
  }));
}

/** Serves POST /admin/export-patient/{id}: all data of a patient as ZIP, with JSON and files. */
export function registerPatientExport(app: FastifyInstance, services: Services): void {
  const { db, files } = services;
  const does = { operation: 'list', resource: 'appointments' } as const;
  app.post<{ Params: { id: string }; Body: z.output<typeof confirmedRecords> }>(
    `${API_ROOT}${EXPORT_PATIENT_PATH}/:id`,
    {
      schema: {
        operationId: 'exportPatient',
        summary: 'What is kept of one patient, as a ZIP file: patient.json and the files.',
        description: 'Open to: admin. Asks always for a recent /common/reauthenticate.',
        tags: ['admin'],
        security: [{ token: [] }],
        params: z.object({ id: z.string().max(64) }),
        body: confirmedRecords,
        response: { 200: describeReply('application/zip'), default: errorReplySchema },
      },
      onRequest: async (request) => {
        request.account = await authenticate(request, ['admin'], services);
        requireReauthentication(request.account as Account);
      },
      preValidation: async ({ query, body }) => {
        rejectUnknownParameters(query, []);
        rejectUndeclaredFields(confirmedRecords, body);
      },
      onError: async (request, _reply, error) => createRequestActivity(services, request, does).recordRefusal(error),
    },
    async (request, reply) => {
      const rows = await findConfirmed(db, request.params.id, request.body.appointments);
      const ids = rows.map(({ id }) => id);
      const appointments = await loadDetails(db, rows);
      const { transactions, notifications, reports } = await belongingsOf(db, ids);
      const patient = {
        appointments: appointments.map(({ row, documents }) => ({ ...row, documents })),
        transactions,
        reports,
        ...(await exportVisits(services, ids)),
        notifications: notifications.map(({ title, body, created_at: at }) => ({ title, body, at })),
      };
      await createRequestActivity(services, request, does).recordExport(ids);
      const json = { name: 'patient.json', content: async () => JSON.stringify(patient, null, 2) };
      return reply
        .type('application/zip')
        .header('content-disposition', 'attachment; filename="patient.zip"')
        .serializer((body: unknown) => body as string)
        .send(createZip([json, ...appointments.flatMap((one) => listFiles(one, files))]));
    },
  );
}
