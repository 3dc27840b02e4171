import type { FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

/**
 * Where people reach the portal: PUBLIC_URL, or this machine's own address that was asked. Undefined for any other host
 * in a request: whoever asks may write there what they like.
 */
export function originOf({ publicUrl }: Pick<Config, 'publicUrl'>, request: FastifyRequest): string | undefined {
  if (publicUrl) return publicUrl;
  const asked = `${request.protocol}://${request.host}`;
  if (!URL.canParse(asked)) return undefined;
  const { hostname, origin } = new URL(asked);
  return LOOPBACK.includes(hostname) ? origin : undefined;
}
