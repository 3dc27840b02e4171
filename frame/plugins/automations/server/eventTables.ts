import type { Migration } from 'kysely/migration';
import { webhookSteps } from 'portal-frame/server/migrations';
import { createMissing } from 'portal-frame/server/plugins';

/** Another system that is told about changes. `secrets` are sealed (webhookSecrets.ts). */
export interface WebhookRow {
  id: string;
  /** Account whose rights decide what is sent. */
  account_id: string;
  name: string;
  url: string;
  /** JSON list. */
  resources: string;
  secrets: string;
  created_at: number;
  ended_at: number | null;
  /** Failures since the last success. Nothing is sent until `paused_until`. */
  failures: number;
  paused_until: number;
}

/** An event for a webhook or an automation. `seq` counts the events of a record. */
export interface EventDeliveryRow {
  id: string;
  /** The webhook's id, or an automation as `resource.name`. */
  target: string;
  webhook_id: string | null;
  resource: string;
  record_id: string;
  seq: number;
  event: string;
  action: string | null;
  created_at: number;
  expires_at: number;
  state: 'waiting' | 'sent' | 'failed' | 'skipped';
  tries: number;
  /** A server handles it until this time; 0 if none does. */
  locked_until: number;
  sent_at: number | null;
  last_error: string | null;
}

declare module 'portal-frame/server/database' {
  interface Schema {
    webhooks: WebhookRow;
    event_deliveries: EventDeliveryRow;
  }
}

/** The tables of webhooks and of the events of webhooks and automations, which the frame made before. */
export const eventMigrations = (): Record<string, Migration> => ({
  '001_events': { up: (db) => createMissing(db, webhookSteps) },
});
