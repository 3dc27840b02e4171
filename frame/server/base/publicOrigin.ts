import type { FastifyRequest } from 'fastify';

const LOOPBACK_HOSTS = ['localhost', '127.0.0.1', '[::1]'];

/**
 * Where people reach the portal: PUBLIC_URL, or this machine's own address that was asked. Undefined for any other host
 * in a request: whoever asks may write there what they like.
 */
export function getPublicOrigin({ publicUrl }: { publicUrl?: string }, request: FastifyRequest): string | undefined {
  if (publicUrl) return publicUrl;
  const asked = `${request.protocol}://${request.host}`;
  if (!URL.canParse(asked)) return undefined;
  const { hostname, origin } = new URL(asked);
  return LOOPBACK_HOSTS.includes(hostname) ? origin : undefined;
}
