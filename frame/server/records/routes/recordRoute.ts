import type { FastifyReply, HTTPMethods } from 'fastify';
import type { z } from 'zod';
import type { FileRule, Role } from '../../../wire/call.ts';
import type { Activity } from '../../activity/activityLog.ts';
import { HttpError, notFound } from '../../base/httpError.ts';
import type { SavedFile } from '../../files/fileStore.ts';
import { rejectUnknownFields } from '../../http/unknownNames.ts';
import { getListConditions } from '../access/rowRules.ts';
import { rejectUnknownRecordFields } from '../access/unknownRecordFields.ts';
import { findRow, findRowsPage, toRecords } from '../read/findRecords.ts';
import { createWhereContext, parseListQuery } from '../read/listQuery.ts';
import type { OperationContext } from '../read/operationContext.ts';
import { toCurrentNames } from '../schema/formerNames.ts';
import type { RecordValues } from '../schema/recordRow.ts';
import { readCurrentRecord } from '../write/childRecords.ts';

export interface RouteRequest {
  context: OperationContext;
  id: string;
  query: Record<string, unknown>;
  body: unknown;
  uploads: Record<string, SavedFile[]>;
  /** The Accept-Language header. */
  language: string | undefined;
}

/** A route: its description and its handler. */
export interface Route {
  method: HTTPMethods;
  operation: Activity['operation'];
  /** The named action that the route runs. */
  action?: string;
  roles: readonly Role[];
  summary: string;
  status?: number;
  reply: z.ZodType;
  querystring?: z.ZodObject;
  /** The body holds the query. */
  queryInBody?: true;
  body?: z.ZodType;
  /** Files received as multipart. */
  files?: Record<string, FileRule>;
  /** Does not store the files. */
  discardFiles?: true;
  /** Relative to the collection. */
  path?: string;
  handler(request: RouteRequest, reply: FastifyReply): Promise<unknown>;
}

/** The path of one record. */
export const RECORD_PATH = '/:id';

/** Reads a body. Throws an HttpError (400) unless it is an object with only these fields, if they are given. */
export function parseBody(body: unknown, known?: readonly string[]): RecordValues {
  if (body === null || typeof body !== 'object' || Array.isArray(body)) throw new HttpError(400, 'server.badRequest');
  if (known) rejectUnknownFields(body, known);
  return body as RecordValues;
}

/** Reads the sent values of a record, by current or former names. `more` lists other keys that clients may send. */
export function parseRecordValues(
  { collection, account }: OperationContext,
  body: unknown,
  more: readonly string[] = [],
) {
  const values = toCurrentNames(collection, parseBody(body));
  rejectUnknownRecordFields(collection.resource, account.role, values, more);
  return values;
}

/** Handler of a route that returns a page of records, as its query asks and the person may see them. */
export async function listRecords({ context, query }: RouteRequest, reply: FastifyReply) {
  const { services, collection, account } = context;
  const listQuery = parseListQuery(collection, createWhereContext(services, account), query, account);
  const where = [...listQuery.where, ...getListConditions(collection, account)];
  const { rows, total } = await findRowsPage(services, collection, { ...listQuery, where });
  const range = rows.length > 0 ? `${listQuery.from}-${listQuery.from + rows.length - 1}` : '*';
  reply.header('content-range', `${collection.resource.name} ${range}/${total}`);
  return toRecords(context, rows, { areListed: true });
}

/** Handler of a route that returns one record. Throws an HttpError (404) if the person may not see it. */
export async function readRequestedRecord({ context, id }: RouteRequest) {
  const row = await findRow(context, id);
  if (!row) throw notFound();
  return readCurrentRecord(context, row);
}
