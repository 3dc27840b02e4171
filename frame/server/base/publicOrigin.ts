import type { FastifyRequest } from 'fastify';

const LOOPBACK_HOSTS = ['localhost', '127.0.0.1', '[::1]'];

/**
 * Returns the public origin of the portal: PUBLIC_URL, or the requested origin if it is a loopback address. Returns
 * undefined for any other requested host, because clients can forge it.
 */
export function getPublicOrigin({ publicUrl }: { publicUrl?: string }, request: FastifyRequest): string | undefined {
  if (publicUrl) return publicUrl;
  const requested = `${request.protocol}://${request.host}`;
  if (!URL.canParse(requested)) return undefined;
  const { hostname, origin } = new URL(requested);
  return LOOPBACK_HOSTS.includes(hostname) ? origin : undefined;
}
