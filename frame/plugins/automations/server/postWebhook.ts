import { lookup as resolveHost } from 'node:dns';
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import { createCodedError } from 'portal-frame/server/plugins';

const IPV6_INTERNET = ipaddr.IPv6.parseCIDR('2000::/3');

/** True for an address of the internet: not of this machine, a private network, or a special range. */
export function isPublicAddress(address: string): boolean {
  const parsed = ipaddr.process(address);
  return parsed.range() === 'unicast' && (!(parsed instanceof ipaddr.IPv6) || parsed.match(IPV6_INTERNET));
}

const getHost = ({ hostname }: URL) => hostname.replace(/^\[|\]$/g, '').toLowerCase();

/** True if a webhook may have this address. Names are checked again when they are resolved. */
export function isAllowedUrl(text: string, privateHosts: readonly string[]): boolean {
  if (!URL.canParse(text)) return false;
  const url = new URL(text);
  const host = getHost(url);
  const isPrivateAllowed = privateHosts.includes(host);
  if (url.username || url.password || url.hash) return false;
  if (isIP(host) && !isPublicAddress(host) && !isPrivateAllowed) return false;
  return url.protocol === 'https:' || (url.protocol === 'http:' && isPrivateAllowed);
}

/** Resolves a name for a connection, and refuses names that lead to a private address. */
const lookupPublic: LookupFunction = (hostname, options, done) =>
  resolveHost(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) return done(error, '', 0);
    const [first] = addresses;
    if (!first || !addresses.every(({ address }) => isPublicAddress(address)))
      return done(createCodedError('WEBHOOK_PRIVATE_ADDRESS'), '', 0);
    return options.all ? done(null, addresses) : done(null, first.address, first.family);
  });

interface WebhookRequest {
  headers: Record<string, string>;
  body: string;
  timeoutMs: number;
  /** Names and addresses of private hosts that webhooks may reach. */
  privateHosts: readonly string[];
}

/**
 * Posts a body and returns the HTTP status. Follows no redirect and reads no reply. Rejects after `timeoutMs`, and if the
 * host is private.
 */
export function postWebhook(text: string, { headers, body, timeoutMs, privateHosts }: WebhookRequest): Promise<number> {
  if (!isAllowedUrl(text, privateHosts)) return Promise.reject(createCodedError('WEBHOOK_PRIVATE_ADDRESS'));
  const url = new URL(text);
  const send = url.protocol === 'https:' ? requestHttps : requestHttp;
  const lookup = privateHosts.includes(getHost(url)) ? {} : { lookup: lookupPublic };
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const request = send(url, {
    method: 'POST',
    headers: { ...headers, 'content-length': Buffer.byteLength(body) },
    // No connection is kept: a name may lead elsewhere next time.
    agent: false,
    signal: AbortSignal.timeout(timeoutMs),
    ...lookup,
  });
  request.on('error', (error) => reject(error.name === 'AbortError' ? createCodedError('WEBHOOK_TIMEOUT') : error));
  request.on('response', (response) => {
    response.on('error', () => undefined);
    resolve(response.statusCode ?? 0);
    response.destroy();
  });
  request.end(body);
  return promise;
}
