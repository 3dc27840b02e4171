import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { API_ROOT, type Role } from '../../wire/call.ts';
import { formatCsv } from '../../wire/csvText.ts';
import { createRequestAudit } from '../audit/requestAudit.ts';
import { notFound } from '../base/httpError.ts';
import { getServerTexts, type RequestTexts } from '../base/serverTexts.ts';
import { authenticate } from '../http/authenticate.ts';
import { describeReply, errorReplySchema } from '../http/openapi.ts';
import { rejectUndeclaredFields, rejectUnknownParameters } from '../http/unknownNames.ts';
import type { RecordsContext } from '../records/read/operationContext.ts';
import type { Services } from '../services.ts';
import { renderOnThread } from './renderOnThread.ts';
import type { TableDocument } from './tableDocument.ts';

const FORMATS: Record<
  'pdf' | 'csv',
  { type: string; render(document: TableDocument, person?: string): Promise<Buffer | string> }
> = {
  pdf: { type: 'application/pdf', render: renderOnThread },
  csv: { type: 'text/csv', render: async ({ heads, lines }) => formatCsv([heads, ...lines]) },
};

export interface DocumentOptions<N extends string> {
  /** Begins the names of the operations in the API's description. */
  name: string;
  /** Address below `/api/v1`. `/{id}/pdf` and `/{id}/csv` follow. */
  path: string;
  summary: string;
  /** Collections whose records have a document. */
  resources: readonly [N, ...N[]];
  roles: readonly Role[];
  /** Reads a document with the rights of the caller. Throws an HttpError (403, 404). */
  read(context: RecordsContext, resource: N, id: string, texts: RequestTexts): Promise<TableDocument>;
}

/** Serves documents of records as PDF and CSV. Answers 404 on hosts without the collection. */
export function registerDocuments<N extends string>(
  app: FastifyInstance,
  services: Services,
  { name, path, summary, resources, roles, read }: DocumentOptions<N>,
): void {
  const bodySchema = z.object({ resource: z.enum(resources) });
  for (const format of ['pdf', 'csv'] as const) {
    const { type, render } = FORMATS[format];
    app.post<{ Params: { id: string }; Body: { resource: N } }>(
      `${API_ROOT}${path}/:id/${format}`,
      {
        schema: {
          operationId: `${name}${format === 'pdf' ? 'Pdf' : 'Csv'}`,
          summary: `${summary} as ${format.toUpperCase()}.`,
          description: `Open to: ${roles.join(', ')}.`,
          tags: ['common'],
          security: [{ token: [] }],
          params: z.object({ id: z.string().max(64) }),
          body: bodySchema,
          response: { 200: describeReply(type), default: errorReplySchema },
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
        const { params, body, account } = request;
        if (!services.collections.some(({ resource }) => resource.name === body.resource)) throw notFound();
        const texts = getServerTexts(request.headers['accept-language']);
        const context = { services, account: account ?? null, request };
        const document = await read(context, body.resource, params.id, texts);
        const file = await render(document, account?.id);
        const audit = createRequestAudit(services, request, { operation: 'read', resource: body.resource });
        await audit.recordSuccess({ id: params.id }, { ids: [params.id] });
        return reply
          .type(type)
          .header('content-disposition', `attachment; filename="${document.name}.${format}"`)
          .serializer((sent: unknown) => sent as string)
          .send(file);
      },
    );
  }
}
