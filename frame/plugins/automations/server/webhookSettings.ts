import type { Config } from 'portal-frame/server';
import { listVariable } from 'portal-frame/server/plugins';
import { z } from 'zod';

declare module 'portal-frame/server' {
  interface AppConfig {
    /** Names and addresses of private hosts that webhooks may reach. */
    webhookPrivateHosts: readonly string[];
    /** Milliseconds in which another system replies. Default: 10 seconds. */
    webhookTimeoutMs?: number;
  }
}

export const webhookSettings = z.object({
  WEBHOOK_PRIVATE_HOSTS: listVariable.transform((hosts) => hosts.map((host) => host.toLowerCase())),
});

/** Returns the milliseconds in which another system replies. */
export const getTimeoutMs = ({ webhookTimeoutMs = 10_000 }: Pick<Config, 'webhookTimeoutMs'>): number =>
  webhookTimeoutMs;
