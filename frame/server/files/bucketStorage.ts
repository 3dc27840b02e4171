import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import type { S3ServiceException } from '@aws-sdk/client-s3';
import type { BucketAddress } from '../base/filesUrl.ts';
import type { StorageAdapter } from './storageAdapter.ts';

/** The delay doubles with each attempt. */
const MAX_ATTEMPTS = 3;
const FIRST_RETRY_MS = 300;
const CONNECT_TIMEOUT_MS = 3_000;
/** Without any data. */
const RESPONSE_TIMEOUT_MS = 15_000;
const PARALLEL_REMOVALS = 8;

const noop = () => undefined;
const SILENT_LOGGER = { trace: noop, debug: noop, info: noop, warn: noop, error: noop };

/** `FILES_AWAY` is temporary; `FILES_REFUSED` needs the operator (systemErrors.ts). */
class BucketError extends Error {
  readonly code: 'FILES_AWAY' | 'FILES_REFUSED';
  constructor(cause: Error) {
    const { $metadata, $retryable } = cause as S3ServiceException;
    const status = $metadata?.httpStatusCode ?? 0;
    const refused = status >= 400 && status < 500 && ![408, 425, 429].includes(status) && !$retryable;
    super(`${refused ? 'The bucket refused' : 'The bucket is away'}: ${cause.name} ${status || ''}`.trim(), { cause });
    this.code = refused ? 'FILES_REFUSED' : 'FILES_AWAY';
  }
}

async function hashMd5(path: string): Promise<string> {
  const hash = createHash('md5');
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  return hash.digest('base64');
}

/**
 * Creates a storage in a bucket of an S3 server.
 * The client is loaded with the first file and finds its credentials itself (AWS_ACCESS_KEY_ID and others).
 */
export function createBucketStorage({ bucket, prefix, region, endpoint }: BucketAddress): StorageAdapter {
  let loaded: ReturnType<typeof load> | undefined;
  async function load() {
    const s3 = await import('@aws-sdk/client-s3');
    const client = new s3.S3Client({
      region,
      ...(endpoint && { endpoint, forcePathStyle: true }),
      maxAttempts: MAX_ATTEMPTS,
      // The failing request is logged.
      logger: SILENT_LOGGER,
      requestHandler: {
        connectionTimeout: CONNECT_TIMEOUT_MS,
        requestTimeout: RESPONSE_TIMEOUT_MS,
        throwOnRequestTimeout: true,
      },
      // Content-MD5 verifies uploads, because every S3 server supports it.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
    });
    return { s3, client };
  }
  async function ask<T>(work: (one: Awaited<ReturnType<typeof load>>) => Promise<T>): Promise<T> {
    loaded ??= load();
    try {
      return await work(await loaded);
    } catch (cause) {
      throw cause instanceof BucketError ? cause : new BucketError(cause as Error);
    }
  }
  /** Aborts a request without a reply after all its attempts. Its content may take longer. */
  async function answered<T>(send: (options: { abortSignal: AbortSignal }) => Promise<T>): Promise<T> {
    const controller = new AbortController();
    const timer = setTimeout(() => controller.abort(), RESPONSE_TIMEOUT_MS);
    return send({ abortSignal: controller.signal }).finally(() => clearTimeout(timer));
  }
  const at = (path: string) => ({ Bucket: bucket, Key: prefix + path });
  const isMissing = (cause: unknown) => (cause as Error).name === 'NoSuchKey';

  return {
    name: `s3://${bucket}/${prefix}`,
    async put(path, source) {
      const [{ size }, md5] = await Promise.all([stat(source), hashMd5(source)]);
      const begun = Date.now();
      for (let tried = 1; ; tried++) {
        try {
          // A stream cannot be sent twice.
          return await ask(async ({ s3, client }) => {
            const Body = createReadStream(source);
            const input = { ...at(path), Body, ContentLength: size, ContentMD5: md5 };
            await client.send(new s3.PutObjectCommand(input)).finally(() => Body.destroy());
          });
        } catch (cause) {
          const isHanging = Date.now() - begun >= RESPONSE_TIMEOUT_MS;
          if (tried === MAX_ATTEMPTS || isHanging || (cause as BucketError).code === 'FILES_REFUSED') throw cause;
          await delay(FIRST_RETRY_MS * 2 ** (tried - 1));
        }
      }
    },
    get: (path) =>
      ask(async ({ s3, client }) => {
        const command = new s3.GetObjectCommand(at(path));
        const found = await answered((options) => client.send(command, options)).catch((cause: unknown) => {
          if (isMissing(cause)) return null;
          throw cause;
        });
        return found?.Body ? { content: found.Body as Readable, size: found.ContentLength ?? 0 } : null;
      }),
    remove: (paths) =>
      ask(async ({ s3, client }) => {
        const left = [...paths];
        const removeNext = async () => {
          for (let path = left.pop(); path; path = left.pop()) {
            const command = new s3.DeleteObjectCommand(at(path));
            await answered((options) => client.send(command, options));
          }
        };
        await Promise.all(Array.from({ length: PARALLEL_REMOVALS }, removeNext));
      }),
    async *list() {
      let next: string | undefined;
      do {
        const asked = { Bucket: bucket, Prefix: prefix, ContinuationToken: next };
        const page = await ask(({ s3, client }) => client.send(new s3.ListObjectsV2Command(asked)));
        for (const { Key = '', LastModified } of page.Contents ?? [])
          yield { path: Key.slice(prefix.length), at: LastModified?.getTime() ?? Date.now() };
        next = page.NextContinuationToken;
      } while (next);
    },
  };
}
