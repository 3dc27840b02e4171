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

async function loadClient({ region, endpoint }: BucketAddress) {
  const s3 = await import('@aws-sdk/client-s3');
  const timeouts = { connectionTimeout: CONNECT_TIMEOUT_MS, requestTimeout: RESPONSE_TIMEOUT_MS };
  const client = new s3.S3Client({
    region,
    ...(endpoint && { endpoint, forcePathStyle: true }),
    maxAttempts: MAX_ATTEMPTS,
    // The failing request is logged.
    logger: SILENT_LOGGER,
    requestHandler: { ...timeouts, throwOnRequestTimeout: true },
    // Content-MD5 verifies uploads, because every S3 server supports it.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
  return { s3, client };
}
type Loaded = Awaited<ReturnType<typeof loadClient>>;

/** Aborts a request without a reply after all its attempts. Its content may take longer. */
async function withTimeout<T>(send: (options: { abortSignal: AbortSignal }) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), RESPONSE_TIMEOUT_MS);
  return send({ abortSignal: controller.signal }).finally(() => clearTimeout(timer));
}

/** Stores files in a bucket. Loads the client with the first file; it finds its credentials in AWS_ACCESS_KEY_ID etc. */
class BucketStorage implements StorageAdapter {
  readonly name: string;
  readonly #address: BucketAddress;
  #loaded: Promise<Loaded> | undefined;

  constructor(address: BucketAddress) {
    this.#address = address;
    this.name = `s3://${address.bucket}/${address.prefix}`;
  }
  /** Throws a BucketError. */
  async #request<T>(send: (loaded: Loaded) => Promise<T>): Promise<T> {
    this.#loaded ??= loadClient(this.#address);
    try {
      return await send(await this.#loaded);
    } catch (cause) {
      throw new BucketError(cause as Error);
    }
  }
  #locate(path: string) {
    return { Bucket: this.#address.bucket, Key: this.#address.prefix + path };
  }
  async put(path: string, source: string): Promise<void> {
    const [{ size }, md5] = await Promise.all([stat(source), hashMd5(source)]);
    const start = Date.now();
    for (let attempt = 1; ; attempt++) {
      try {
        // A stream cannot be sent twice.
        return await this.#request(async ({ s3, client }) => {
          const Body = createReadStream(source);
          const input = { ...this.#locate(path), Body, ContentLength: size, ContentMD5: md5 };
          await client.send(new s3.PutObjectCommand(input)).finally(() => Body.destroy());
        });
      } catch (cause) {
        const isHanging = Date.now() - start >= RESPONSE_TIMEOUT_MS;
        if (attempt === MAX_ATTEMPTS || isHanging || (cause as BucketError).code === 'FILES_REFUSED') throw cause;
        await delay(FIRST_RETRY_MS * 2 ** (attempt - 1));
      }
    }
  }
  get(path: string): Promise<{ content: Readable; size: number } | null> {
    return this.#request(async ({ s3, client }) => {
      const command = new s3.GetObjectCommand(this.#locate(path));
      const found = await withTimeout((options) => client.send(command, options)).catch((cause: Error) => {
        if (cause.name === 'NoSuchKey') return null;
        throw cause;
      });
      return found?.Body ? { content: found.Body as Readable, size: found.ContentLength ?? 0 } : null;
    });
  }
  remove(paths: readonly string[]): Promise<void> {
    return this.#request(async ({ s3, client }) => {
      const left = [...paths];
      const removeNext = async () => {
        for (let path = left.pop(); path; path = left.pop()) {
          const command = new s3.DeleteObjectCommand(this.#locate(path));
          await withTimeout((options) => client.send(command, options));
        }
      };
      await Promise.all(Array.from({ length: PARALLEL_REMOVALS }, removeNext));
    });
  }
  async *list() {
    const { bucket, prefix } = this.#address;
    let token: string | undefined;
    do {
      const input = { Bucket: bucket, Prefix: prefix, ContinuationToken: token };
      const page = await this.#request(({ s3, client }) => client.send(new s3.ListObjectsV2Command(input)));
      for (const { Key = '', LastModified } of page.Contents ?? [])
        yield { path: Key.slice(prefix.length), at: LastModified?.getTime() ?? Date.now() };
      token = page.NextContinuationToken;
    } while (token);
  }
}

export const createBucketStorage = (address: BucketAddress): StorageAdapter => new BucketStorage(address);
