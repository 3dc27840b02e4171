import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { finished, pipeline } from 'node:stream/promises';
import { setTimeout as delay } from 'node:timers/promises';
import type { Multipart, MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { FileRule } from '../../wire/call.ts';
import { jsonIn } from '../../wire/values.ts';
import { spendQuota } from '../accounts/quotas.ts';
import { Refusal } from '../base/refusal.ts';
import type { Services } from '../services.ts';
import { checkContent } from './content.ts';
import { endingIn, tidyName } from './names.ts';
import { nest } from './nest.ts';
import { MOST_MEGAPIXELS, TooManyPixels } from './pictures.ts';
import type { SavedFile } from './store.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The uploads by field name. */
    uploads: Record<string, SavedFile[]>;
    /** Every file this request wrote; they are removed should it be refused. */
    written: string[];
  }
}

const LIMITS = { fieldNameSize: 200, fieldSize: 100_000, fields: 200, files: 100, parts: 300 };
/** The message for a file that is something else. */
const NOT: Record<FileRule['accepts'], string> = {
  image: 'server.fileNotImage',
  document: 'server.fileNotDocument',
  table: 'server.fileNotTable',
};
/** Milliseconds that a refused upload may still send, so that its browser gets to hear the answer. */
const PATIENCE = 10_000;

/**
 * Reads a multipart body: texts into `request.body` (brackets in their names make lists and objects), files into
 * `request.uploads`, each checked by its content and within the call's rules. Throws a Refusal that says which file
 * is wrong and why; so that nothing of a refused request stays, `discardWritten` is to be called with what it throws.
 */
export async function receiveForm(request: FastifyRequest, rules: Record<string, FileRule>, services: Services) {
  if (!request.isMultipart()) throw new Refusal(415, 'server.notMultipart');
  const fileSize = services.config.maxUploadMb * 1024 * 1024;
  const texts: [string, unknown][] = [];
  request.uploads = Object.fromEntries(Object.keys(rules).map((name) => [name, []]));
  request.written = [];
  try {
    for await (const part of request.parts({ limits: { ...LIMITS, fileSize } }) as AsyncIterable<Multipart>) {
      // A part without a name.
      if (!part.fieldname) throw new Refusal(400, 'server.badRequest');
      if (part.type === 'field') {
        if (part.valueTruncated) throw Refusal.at(part.fieldname, 400, 'validation.tooLong');
        texts.push([part.fieldname, part.value]);
      } else if (part.filename) {
        await receiveFile(request, part, rules[part.fieldname], services);
      } else part.file.resume();
    }
  } catch (cause) {
    await readAway(request);
    throw isMalformed(cause) ? new Refusal(400, 'server.badRequest') : cause;
  }
  const { body } = (request.routeOptions.config as { call?: { body?: z.ZodObject } }).call ?? {};
  request.body = nest(texts.map(([name, text]) => [name, readList(text, body?.shape[name])]));
}

/** Reads a list that OpenAPI encodes as JSON in a form; any other text stays as it is. */
function readList(text: unknown, schema: z.core.$ZodType | undefined): unknown {
  if (typeof text !== 'string' || !(schema instanceof z.ZodArray)) return text;
  const list = jsonIn(text);
  return Array.isArray(list) ? list : text;
}

/** What the parser throws for a form that is none is an Error and nothing more: no code, no status. */
const isMalformed = (cause: unknown) =>
  cause instanceof Error && cause.constructor === Error && !('code' in cause) && !('statusCode' in cause);

/**
 * Removes what a request wrote that ended in an error. Where it is no refusal, its rows may be there all the same (a
 * database that could not tell any more): files already kept then stay, and go with the sweep if no row names them.
 */
export async function discardWritten({ written }: FastifyRequest, error: Error, { files }: Services): Promise<void> {
  if (written) await files.discard(written, error instanceof Refusal ? 'anywhere' : 'incoming').catch(() => undefined);
}

async function receiveFile(
  request: FastifyRequest,
  part: MultipartFile,
  rule: FileRule | undefined,
  { config, files, db }: Services,
) {
  const field = part.fieldname;
  const name = tidyName(part.filename);
  if (!rule) throw Refusal.at(field, 400, 'server.fileUnexpected', { name: field });
  const list = request.uploads[field] ?? [];
  if (list.length >= rule.most) throw Refusal.at(field, 400, 'server.fileTooMany', { most: rule.most });

  const accountId = request.account?.id;
  if (accountId) await spendQuota(db, accountId, rule.accepts === 'table' ? 'imports' : 'files');
  const path = files.newPath('part');
  request.written.push(path);
  const target = createWriteStream(join(files.incoming, path), { mode: 0o600 });
  await pipeline(part.file, target);
  if (part.file.truncated) throw Refusal.at(field, 413, 'server.fileTooLarge', { name, most: config.maxUploadMb });
  if (target.bytesWritten === 0) throw Refusal.at(field, 400, 'server.fileEmpty', { name });

  const checked = await checkContent(files, path, rule.accepts, accountId).catch((cause: unknown) => {
    if (!(cause instanceof TooManyPixels)) throw cause;
    throw Refusal.at(field, 413, 'server.fileTooManyPixels', { name, most: MOST_MEGAPIXELS });
  });
  if (!checked) throw Refusal.at(field, 415, NOT[rule.accepts], { name });
  request.written.push(checked.path);
  const kept = rule.accepts === 'table' ? name : endingIn(name, checked.path.split('.').pop() ?? '');
  request.uploads[field] = [...list, { path: checked.path, name: kept, size: checked.size }];
}

async function readAway({ raw }: FastifyRequest): Promise<void> {
  if (raw.readableEnded || raw.destroyed) return;
  raw.unpipe();
  raw.resume();
  await Promise.race([finished(raw).catch(() => undefined), delay(PATIENCE, undefined, { ref: false })]);
}
