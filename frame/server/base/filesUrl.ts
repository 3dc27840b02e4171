import { isLoopback } from './network.ts';

export interface BucketAddress {
  bucket: string;
  /** Prefix of each file's name; '' or with a trailing slash. */
  prefix: string;
  region: string;
  /** Server other than Amazon's. */
  endpoint: string | undefined;
}

export const FILES_URL_FORMAT =
  'an address such as s3://bucket/prefix?endpoint=https://files.example.com&region=eu-central-1 (plain=on allows http beyond this machine)';

/** Parses FILES_URL: bucket as host, prefix as path, server and region in the query. Null if it is invalid. */
export function parseFilesUrl(text: string): BucketAddress | null {
  if (!URL.canParse(text)) return null;
  const { protocol, hostname, pathname, searchParams, username, password } = new URL(text);
  const isKnown = [...searchParams.keys()].every((name) => ['endpoint', 'region', 'plain'].includes(name));
  if (protocol !== 's3:' || !hostname || username || password || !isKnown) return null;
  const prefix = decodeURIComponent(pathname).replace(/^\/+|\/+$/g, '');
  const endpoint = searchParams.get('endpoint') ?? undefined;
  if (endpoint !== undefined) {
    if (!URL.canParse(endpoint)) return null;
    const server = new URL(endpoint);
    const allowsHttp = isLoopback(server.hostname) || searchParams.get('plain') === 'on';
    if (server.protocol !== 'https:' && !(server.protocol === 'http:' && allowsHttp)) return null;
  }
  const region = searchParams.get('region') ?? 'us-east-1';
  return { bucket: hostname, prefix: prefix && `${prefix}/`, region, endpoint };
}
