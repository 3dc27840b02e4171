import type { FastifyInstance } from 'fastify';
import { formatCsv } from 'portal-frame/internal';
import {
  describeReply,
  errorReplySchema,
  rejectUndeclaredFields,
  rejectUnknownParameters,
} from 'portal-frame/internal/records';
import { authenticate, createRequestAudit, getServerTexts, type Services } from 'portal-frame/server';
import { API_ROOT } from 'portal-frame/wire';
import { z } from 'zod';
import {
  MONEY_DOCUMENT_PATH,
  MONEY_FORMATS,
  type MoneyFormat,
  moneyDocumentBody,
} from '../../src/wire/money/moneyDocument.ts';
import { type MoneyDocument, readMoneyDocument } from './moneyDocument.ts';
import { renderOnThread } from './renderOnThread.ts';

const ROLES = ['admin', 'employee', 'laboratory'] as const;
const FORMATS: Record<
  MoneyFormat,
  { type: string; render(document: MoneyDocument, person?: string): Promise<Buffer | string> }
> = {
  pdf: { type: 'application/pdf', render: renderOnThread },
  csv: { type: 'text/csv', render: async ({ heads, lines }) => formatCsv([heads, ...lines]) },
};

/** Serves an invoice or a statement of pay as a file, to those who may see it. */
export function registerMoneyDocuments(app: FastifyInstance, services: Services): void {
  if (!services.collections.some(({ resource }) => resource.name === 'invoices')) return;
  for (const format of MONEY_FORMATS) {
    const { type, render } = FORMATS[format];
    app.post<{ Params: { id: string }; Body: z.output<typeof moneyDocumentBody> }>(
      `${API_ROOT}${MONEY_DOCUMENT_PATH}/:id/${format}`,
      {
        schema: {
          operationId: `moneyDocument${format === 'pdf' ? 'Pdf' : 'Csv'}`,
          summary: `An invoice or a statement of pay as ${format.toUpperCase()}.`,
          description: `Open to: ${ROLES.join(', ')}.`,
          tags: ['common'],
          security: [{ token: [] }],
          params: z.object({ id: z.string().max(64) }),
          body: moneyDocumentBody,
          response: { 200: describeReply(type), default: errorReplySchema },
        },
        onRequest: async (request) => {
          request.account = await authenticate(request, ROLES, services);
        },
        preValidation: async ({ query, body }) => {
          rejectUnknownParameters(query, []);
          rejectUndeclaredFields(moneyDocumentBody, body);
        },
      },
      async (request, reply) => {
        const { params, body, account } = request;
        const texts = getServerTexts(request.headers['accept-language']);
        const context = { services, account: account ?? null, request };
        const document = await readMoneyDocument(context, body.resource, params.id, texts);
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
