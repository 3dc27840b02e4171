import type { FastifyRequest } from 'fastify';
import { isLoopback } from './network.ts';

/** Returns the origin for links in messages: PUBLIC_URL, or this computer's without one. */
export const getConfiguredOrigin = ({ publicUrl, port }: { publicUrl?: string | undefined; port: number }): string =>
  publicUrl || `http://localhost:${port}`;

/** Returns PUBLIC_URL, or a requested loopback origin. Else undefined, because clients can forge the host. */
export function getPublicOrigin({ publicUrl }: { publicUrl?: string }, request?: FastifyRequest): string | undefined {
  if (publicUrl || !request) return publicUrl;
  const requested = `${request.protocol}://${request.host}`;
  if (!URL.canParse(requested)) return undefined;
  const { hostname, origin } = new URL(requested);
  return isLoopback(hostname) ? origin : undefined;
}
