import { createHmac, timingSafeEqual } from 'node:crypto';

export function isGenuine(secret: string, headers: Record<string, string>, rawBody: string): boolean {
  const { 'webhook-id': id, 'webhook-timestamp': at, 'webhook-signature': signatures = '' } = headers;
  if (Math.abs(Date.now() / 1000 - Number(at)) > 300) return false;
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const expected = Buffer.from(`v1,${createHmac('sha256', key).update(`${id}.${at}.${rawBody}`).digest('base64')}`);
  const sent = signatures.split(' ').map((one) => Buffer.from(one));
  return sent.some((one) => one.length === expected.length && timingSafeEqual(one, expected));
}
