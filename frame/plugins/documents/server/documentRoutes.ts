import type { FastifyInstance } from 'fastify';
import { notFound, type Services } from 'portal-frame/server';
import { formatCsv } from 'portal-frame/server/plugins';
import {
  authenticate,
  createRequestActivity,
  describeReply,
  errorReplySchema,
  rejectUndeclaredFields,
  rejectUnknownParameters,
} from 'portal-frame/server/routes';
import { API_ROOT } from 'portal-frame/wire';
import { z } from 'zod';
import type { RenderedDocument } from '../renderedDocument.ts';
import { composeDocument } from './composeDocument.ts';
import type { DocumentDefinition } from './documentTemplate.ts';
import { renderOnThread } from './renderOnThread.ts';

interface Format {
  type: string;
  reply: ReturnType<typeof describeReply> | z.ZodType;
  render(document: RenderedDocument, person?: string): Promise<Buffer | string> | string;
}

/** Formats by the last part of the address. */
const FORMATS: Readonly<Record<string, Format>> = {
  pdf: { type: 'application/pdf', reply: describeReply('application/pdf'), render: renderOnThread },
  csv: {
    type: 'text/csv',
    reply: describeReply('text/csv'),
    render({ tables }) {
      const table = tables.at(-1);
      return formatCsv(table ? [table.columns.map(({ label }) => label), ...table.data] : []);
    },
  },
  preview: {
    type: 'application/json',
    reply: z.looseObject({ name: z.string(), title: z.string() }),
    render: (document) => JSON.stringify(document),
  },
};

const bodySchema = z.object({});

/**
 * Serves documents of records as PDF, CSV (the last table) and JSON for the preview: `POST
 * /api/v1/documents/{name}/{id}/{pdf|csv|preview}`. Answers 404 on hosts without the collection. For `routes` of the
 * server's parts.
 * @example routes: [registerDocuments([certificate, invoice])]
 */
export const registerDocuments =
  (documents: readonly DocumentDefinition[]) =>
  (app: FastifyInstance, services: Services): void => {
    for (const document of documents)
      for (const format of Object.keys(FORMATS)) registerDocument(app, services, document, format);
  };

function registerDocument(
  app: FastifyInstance,
  services: Services,
  document: DocumentDefinition,
  format: string,
): void {
  const { name, resource, roles } = document;
  const { type, reply: described, render } = FORMATS[format] as Format;
  const operation = `${name}-${format}`.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
  app.post<{ Params: { id: string } }>(
    `${API_ROOT}/documents/${name}/:id/${format}`,
    {
      schema: {
        operationId: operation,
        summary: `The document ${name} of a record of ${resource.name}, as ${format === 'preview' ? 'JSON' : format.toUpperCase()}.`,
        description: `Open to: ${roles.join(', ')}.`,
        tags: ['common'],
        security: [{ token: [] }],
        params: z.object({ id: z.string().max(64) }),
        body: bodySchema,
        response: { 200: described, default: errorReplySchema },
      },
      onRequest: async (request) => {
        request.account = await authenticate(request, roles, services);
      },
      preValidation: async ({ query, body }) => {
        rejectUnknownParameters(query, []);
        rejectUndeclaredFields(bodySchema, body);
      },
    },
    async (request, reply) => {
      const { params, account } = request;
      if (!services.collections.some((one) => one.resource.name === resource.name)) throw notFound();
      const context = { services, account: account ?? null, request };
      const composed = await composeDocument(document, context, params.id, request.headers['accept-language']);
      const file = await render(composed, account?.id);
      const activity = createRequestActivity(services, request, { operation: 'read', resource: resource.name });
      await activity.recordSuccess({ id: params.id }, { ids: [params.id] });
      if (format !== 'preview')
        reply.header('content-disposition', `attachment; filename="${composed.name}.${format}"`);
      return reply
        .type(type)
        .serializer((sent: unknown) => sent as string)
        .send(file);
    },
  );
}
