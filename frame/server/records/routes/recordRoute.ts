import type { FastifyReply, HTTPMethods } from 'fastify';
import type { z } from 'zod';
import type { FileRule, Role } from '../../../wire/call.ts';
import type { AuditInfo } from '../../audit/auditInfo.ts';
import { HttpError, notFound } from '../../base/httpError.ts';
import type { SavedFile } from '../../files/fileStore.ts';
import { getListConditions } from '../access/rowRules.ts';
import { findRow, findRowsPage, toRecords } from '../read/findRecords.ts';
import { parseListQuery } from '../read/listQuery.ts';
import type { OperationContext } from '../read/operationContext.ts';
import { toCollectionDb } from '../schema/collectionDb.ts';
import type { RecordValues } from '../schema/recordRow.ts';
import { readCurrentRecord } from '../write/childRecords.ts';

/** What a route is asked. */
export interface RouteRequest {
  context: OperationContext;
  id: string;
  query: Record<string, unknown>;
  body: unknown;
  uploads: Record<string, SavedFile[]>;
  /** As the request asks for it. */
  language: string | undefined;
}

/** One route: what the OpenAPI page shows of it, and what it does. */
export interface Route {
  method: HTTPMethods;
  operation: AuditInfo['operation'];
  /** The named action that it is. */
  action?: string;
  roles: readonly Role[];
  summary: string;
  status?: number;
  reply: z.ZodType;
  querystring?: z.ZodObject;
  /** What it is asked stands in its body. */
  queryInBody?: true;
  body?: z.ZodType;
  /** What it receives as multipart. */
  files?: Record<string, FileRule>;
  /** These are read and kept nowhere. */
  discardFiles?: true;
  /** Below the collection's address. */
  path?: string;
  handler(asked: RouteRequest, reply: FastifyReply): Promise<unknown>;
}

/** The path of one record. */
export const RECORD_PATH = '/:id';

export function parseBody(body: unknown): RecordValues {
  if (body === null || typeof body !== 'object' || Array.isArray(body)) throw new HttpError(400, 'server.badRequest');
  return body as RecordValues;
}

export async function listRecords({ context: scene, query }: RouteRequest, reply: FastifyReply) {
  const { services, collection, account } = scene;
  const setting = { collection, kind: services.store.kind, zone: services.config.timeZone };
  const asked = parseListQuery(setting, query, account);
  const where = [...asked.where, ...getListConditions(collection, account)];
  const { rows, total } = await findRowsPage(services, collection, { ...asked, where });
  const given = rows.length > 0 ? `${asked.from}-${asked.from + rows.length - 1}` : '*';
  reply.header('content-range', `${collection.resource.name} ${given}/${total}`);
  return toRecords(services, collection, rows, account);
}

export async function readRecord({ context: scene, id }: RouteRequest) {
  const { services, collection, account } = scene;
  const row = await findRow(toCollectionDb(services.db), services, collection, id, account);
  if (!row) throw notFound();
  return readCurrentRecord(scene, row);
}
