import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { finished, pipeline } from 'node:stream/promises';
import { setTimeout as delay } from 'node:timers/promises';
import type { Multipart, MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { FileRule } from '../../wire/call.ts';
import { parseJson } from '../../wire/wireValues.ts';
import { consumeQuota } from '../accounts/quotas.ts';
import { HttpError } from '../base/httpError.ts';
import type { Services } from '../services.ts';
import { checkUpload } from './checkUpload.ts';
import { ensureExtension, sanitizeFileName } from './fileNames.ts';
import type { SavedFile } from './fileStore.ts';
import { nestFormFields } from './nestFormFields.ts';
import { MAX_MEGAPIXELS, TooManyPixelsError } from './rewritePicture.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The uploads by field name. */
    uploads: Record<string, SavedFile[]>;
    /** Every file this request wrote; they are removed should it be refused. */
    written: string[];
  }
}

const FORM_LIMITS = { fieldNameSize: 200, fieldSize: 100_000, fields: 200, files: 100, parts: 300 };
/** The message for a file that is something else. */
const WRONG_TYPE_MESSAGES: Record<FileRule['accepts'], string> = {
  image: 'server.fileNotImage',
  document: 'server.fileNotDocument',
  table: 'server.fileNotTable',
};
/** Milliseconds that a refused upload may still send, so that its browser gets to hear the answer. */
const DRAIN_MS = 10_000;

/**
 * Reads a multipart body: texts into `request.body` (brackets in their names make lists and objects), files into
 * `request.uploads`, each checked by its content and within the call's rules. Throws a Refusal that says which file
 * is wrong and why; so that nothing of a refused request stays, `discardWritten` is to be called with what it throws.
 */
export async function receiveForm(request: FastifyRequest, rules: Record<string, FileRule>, services: Services) {
  if (!request.isMultipart()) throw new HttpError(415, 'server.notMultipart');
  const fileSize = services.config.maxUploadMb * 1024 * 1024;
  const texts: [string, unknown][] = [];
  request.uploads = Object.fromEntries(Object.keys(rules).map((name) => [name, []]));
  request.written = [];
  try {
    for await (const part of request.parts({ limits: { ...FORM_LIMITS, fileSize } }) as AsyncIterable<Multipart>) {
      // A part without a name.
      if (!part.fieldname) throw new HttpError(400, 'server.badRequest');
      if (part.type === 'field') {
        if (part.valueTruncated) throw HttpError.forField(part.fieldname, 400, 'validation.tooLong');
        texts.push([part.fieldname, part.value]);
      } else if (part.filename) {
        await receiveFile(request, part, rules[part.fieldname], services);
      } else part.file.resume();
    }
  } catch (cause) {
    await drainRequest(request);
    throw isMalformed(cause) ? new HttpError(400, 'server.badRequest') : cause;
  }
  const { body } = (request.routeOptions.config as { call?: { body?: z.ZodObject } }).call ?? {};
  request.body = nestFormFields(texts.map(([name, text]) => [name, parseListField(text, body?.shape[name])]));
}

/** Reads a list that OpenAPI encodes as JSON in a form; any other text stays as it is. */
function parseListField(text: unknown, schema: z.core.$ZodType | undefined): unknown {
  if (typeof text !== 'string' || !(schema instanceof z.ZodArray)) return text;
  const list = parseJson(text);
  return Array.isArray(list) ? list : text;
}

/** What the parser throws for a form that is none is an Error and nothing more: no code, no status. */
const isMalformed = (cause: unknown) =>
  cause instanceof Error && cause.constructor === Error && !('code' in cause) && !('statusCode' in cause);

/**
 * Removes what a request wrote that ended in an error. Where it is no refusal, its rows may be there all the same (a
 * database that could not tell any more): files already kept then stay, and go with the sweep if no row names them.
 */
export async function discardUploads({ written }: FastifyRequest, error: Error, { files }: Services): Promise<void> {
  if (written)
    await files.discard(written, error instanceof HttpError ? 'anywhere' : 'incoming').catch(() => undefined);
}

async function receiveFile(
  request: FastifyRequest,
  part: MultipartFile,
  rule: FileRule | undefined,
  { config, files, db }: Services,
) {
  const field = part.fieldname;
  const name = sanitizeFileName(part.filename);
  if (!rule) throw HttpError.forField(field, 400, 'server.fileUnexpected', { name: field });
  const list = request.uploads[field] ?? [];
  if (list.length >= rule.most) throw HttpError.forField(field, 400, 'server.fileTooMany', { most: rule.most });

  const accountId = request.account?.id;
  if (accountId) await consumeQuota(db, accountId, rule.accepts === 'table' ? 'imports' : 'files');
  const path = files.newPath('part');
  request.written.push(path);
  const target = createWriteStream(join(files.incoming, path), { mode: 0o600 });
  await pipeline(part.file, target);
  if (part.file.truncated)
    throw HttpError.forField(field, 413, 'server.fileTooLarge', { name, most: config.maxUploadMb });
  if (target.bytesWritten === 0) throw HttpError.forField(field, 400, 'server.fileEmpty', { name });

  const checked = await checkUpload(files, path, rule.accepts, accountId).catch((cause: unknown) => {
    if (!(cause instanceof TooManyPixelsError)) throw cause;
    throw HttpError.forField(field, 413, 'server.fileTooManyPixels', { name, most: MAX_MEGAPIXELS });
  });
  if (!checked) throw HttpError.forField(field, 415, WRONG_TYPE_MESSAGES[rule.accepts], { name });
  request.written.push(checked.path);
  const kept = rule.accepts === 'table' ? name : ensureExtension(name, checked.path.split('.').pop() ?? '');
  request.uploads[field] = [...list, { path: checked.path, name: kept, size: checked.size }];
}

async function drainRequest({ raw }: FastifyRequest): Promise<void> {
  if (raw.readableEnded || raw.destroyed) return;
  raw.unpipe();
  raw.resume();
  await Promise.race([finished(raw).catch(() => undefined), delay(DRAIN_MS, undefined, { ref: false })]);
}
