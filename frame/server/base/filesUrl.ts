import { isLoopback } from './loopback.ts';

/** Where FILES_URL says that files lie. */
export interface BucketAddress {
  bucket: string;
  /** Before each file's name; '' or with a slash at its end. */
  prefix: string;
  region: string;
  /** Another server than Amazon's. */
  endpoint: string | undefined;
}

/** What FILES_URL must be. */
export const FILES_URL_FORMAT =
  'an address such as s3://bucket/prefix?endpoint=https://files.example.com&region=eu-central-1 (plain=on allows http beyond this machine)';

/** Reads FILES_URL: the bucket as host, before each file's name a path, server and region in the query. Null for what is none. */
export function parseFilesUrl(text: string): BucketAddress | null {
  if (!URL.canParse(text)) return null;
  const { protocol, hostname, pathname, searchParams, username, password } = new URL(text);
  const allowed = [...searchParams.keys()].every((name) => ['endpoint', 'region', 'plain'].includes(name));
  if (protocol !== 's3:' || !hostname || username || password || !allowed) return null;
  const prefix = decodeURIComponent(pathname).replace(/^\/+|\/+$/g, '');
  const endpoint = searchParams.get('endpoint') ?? undefined;
  if (endpoint !== undefined) {
    if (!URL.canParse(endpoint)) return null;
    const { protocol: speaks, hostname: host } = new URL(endpoint);
    const plain = speaks === 'http:' && (isLoopback(host) || searchParams.get('plain') === 'on');
    if (speaks !== 'https:' && !plain) return null;
  }
  const region = searchParams.get('region') ?? 'us-east-1';
  return { bucket: hostname, prefix: prefix && `${prefix}/`, region, endpoint };
}
