import type { FastifyReply, HTTPMethods } from 'fastify';
import type { z } from 'zod';
import type { FileRule, Role } from '../../../wire/call.ts';
import type { AuditInfo } from '../../audit/operations.ts';
import { notFound, Refusal } from '../../base/refusal.ts';
import type { SavedFile } from '../../files/store.ts';
import { seenInList } from '../access/rowRules.ts';
import { findRow, listRows, recordsOf } from '../read/findRecords.ts';
import { readQuery } from '../read/listQuery.ts';
import type { Scene } from '../read/operationContext.ts';
import { collectionDb } from '../schema/collectionDb.ts';
import type { Values } from '../schema/recordRow.ts';
import { recordOf } from '../write/childRecords.ts';

/** What a route is asked. */
export interface Asked {
  scene: Scene;
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
  asksInBody?: true;
  body?: z.ZodType;
  /** What it receives as multipart. */
  files?: Record<string, FileRule>;
  /** These are read and kept nowhere. */
  passing?: true;
  /** Below the collection's address. */
  path?: string;
  answer(asked: Asked, reply: FastifyReply): Promise<unknown>;
}

/** The path of one record. */
export const ONE = '/:id';

export function bodyOf(body: unknown): Values {
  if (body === null || typeof body !== 'object' || Array.isArray(body)) throw new Refusal(400, 'server.badRequest');
  return body as Values;
}

export async function answerList({ scene, query }: Asked, reply: FastifyReply) {
  const { services, collection, account } = scene;
  const setting = { collection, kind: services.store.kind, zone: services.config.timeZone };
  const asked = readQuery(setting, query, account);
  const where = [...asked.where, ...seenInList(collection, account)];
  const { rows, total } = await listRows(services, collection, { ...asked, where });
  const given = rows.length > 0 ? `${asked.from}-${asked.from + rows.length - 1}` : '*';
  reply.header('content-range', `${collection.resource.name} ${given}/${total}`);
  return recordsOf(services, collection, rows, account);
}

export async function answerOne({ scene, id }: Asked) {
  const { services, collection, account } = scene;
  const row = await findRow(collectionDb(services.db), services, collection, id, account);
  if (!row) throw notFound();
  return recordOf(scene, row);
}
