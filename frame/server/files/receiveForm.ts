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
import { markReceived, type SavedFile } from './fileStore.ts';
import { nestFormFields } from './nestFormFields.ts';
import { MAX_MEGAPIXELS } from './pictureLimits.ts';
import { TooManyPixelsError } from './rewritePicture.ts';

declare module 'fastify' {
  interface FastifyRequest {
    uploads: Record<string, SavedFile[]>;
    writtenFiles: string[];
  }
}

const FORM_LIMITS = { fieldNameSize: 200, fieldSize: 100_000, fields: 200, files: 100, parts: 300 };
const WRONG_TYPE_MESSAGES: Record<FileRule['accepts'], string> = {
  image: 'server.fileNotImage',
  document: 'server.fileNotDocument',
  table: 'server.fileNotTable',
};
/** Time for a rejected upload to finish, so that the browser receives the reply. */
const DRAIN_MS = 10_000;

/**
 * Reads a multipart body: texts into `request.body` (brackets in names nest values), verified files into
 * `request.uploads`. Throws an HttpError that names the invalid file. Call `discardUploads` with any error.
 */
export async function receiveForm(request: FastifyRequest, rules: Record<string, FileRule>, services: Services) {
  if (!request.isMultipart()) throw new HttpError(415, 'server.notMultipart');
  const fileSize = services.config.maxUploadMb * 1024 * 1024;
  const texts: [string, unknown][] = [];
  request.uploads = Object.fromEntries(Object.keys(rules).map((name) => [name, []]));
  request.writtenFiles = [];
  try {
    for await (const part of request.parts({ limits: { ...FORM_LIMITS, fileSize } }) as AsyncIterable<Multipart>) {
      // The part has no name.
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

/** Parses a list that OpenAPI encodes as JSON in a form. */
function parseListField(text: unknown, schema: z.core.$ZodType | undefined): unknown {
  let rule = schema;
  while (rule instanceof z.ZodOptional || rule instanceof z.ZodNullable || rule instanceof z.ZodDefault)
    rule = rule.unwrap();
  if (typeof text !== 'string' || !(rule instanceof z.ZodArray)) return text;
  const list = parseJson(text);
  return Array.isArray(list) ? list : text;
}

/** The parser throws plain errors without code or status for invalid forms. */
const isMalformed = (cause: unknown) =>
  cause instanceof Error && cause.constructor === Error && !('code' in cause) && !('statusCode' in cause);

/** Removes a failed request's files. After an unexpected error rows may exist: stored files stay for the sweep. */
export async function discardUploads({ writtenFiles = [] }: FastifyRequest, error: Error, { files }: Services) {
  await files.discard(writtenFiles, error instanceof HttpError ? 'anywhere' : 'incoming').catch(() => undefined);
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
  const uploads = request.uploads[field] ?? [];
  if (uploads.length >= rule.maxFiles)
    throw HttpError.forField(field, 400, 'server.fileTooMany', { most: rule.maxFiles });

  const accountId = request.account?.id;
  if (accountId) await consumeQuota(db, accountId, rule.accepts === 'table' ? 'imports' : 'files');
  const path = files.newPath('part');
  request.writtenFiles.push(path);
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
  request.writtenFiles.push(checked.path);
  const savedName = rule.accepts === 'table' ? name : ensureExtension(name, checked.path.split('.').pop() ?? '');
  const file = { path: checked.path, name: savedName, size: checked.size };
  markReceived(file, rule.accepts);
  request.uploads[field] = [...uploads, file];
}

/** Reads and drops the rest of a refused body, because many clients read the reply only after they have sent it all. */
async function drainRequest({ raw }: FastifyRequest): Promise<void> {
  if (raw.readableEnded || raw.destroyed) return;
  raw.unpipe();
  raw.resume();
  await Promise.race([finished(raw).catch(() => undefined), delay(DRAIN_MS, undefined, { ref: false })]);
}
