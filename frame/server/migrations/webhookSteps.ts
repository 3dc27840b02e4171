/** Tables of a plug-in, which the frame made before. */
const webhookTable = `create table webhooks (
    id text primary key not null,
    account_id text not null references accounts (id) on delete cascade,
    name text not null,
    url text not null,
    resources text not null,
    secrets text not null,
    created_at bigint not null,
    ended_at bigint,
    failures integer not null,
    paused_until bigint not null
  )`;
const deliveryTable = `create table event_deliveries (
    id text primary key not null,
    target text not null,
    webhook_id text references webhooks (id) on delete cascade,
    resource text not null,
    record_id text not null,
    seq integer not null,
    event text not null,
    action text,
    created_at bigint not null,
    expires_at bigint not null,
    state text not null,
    tries integer not null,
    locked_until bigint not null,
    sent_at bigint,
    last_error text
  )`;
const deliveryIndexes = [
  'create unique index event_deliveries_seq on event_deliveries (target, resource, record_id, seq)',
  'create index event_deliveries_created on event_deliveries (target, created_at, id)',
];

/** Webhooks, and events for webhooks and automations. */
export const webhookSteps = [webhookTable, deliveryTable, ...deliveryIndexes];

/** Webhooks and their deliveries, as they were first. */
export const formerWebhookSteps = [
  webhookTable,
  `create table webhook_deliveries (
    id text primary key not null,
    webhook_id text not null references webhooks (id) on delete cascade,
    resource text not null,
    record_id text not null,
    seq integer not null,
    event text not null,
    action text,
    created_at bigint not null,
    expires_at bigint not null,
    state text not null,
    tries integer not null,
    locked_until bigint not null,
    sent_at bigint,
    last_error text
  )`,
  'create unique index webhook_deliveries_seq on webhook_deliveries (webhook_id, resource, record_id, seq)',
  'create index webhook_deliveries_created on webhook_deliveries (webhook_id, created_at, id)',
];

/** Turns the deliveries of webhooks into those of webhooks and automations. */
export const eventDeliverySteps = [
  deliveryTable,
  `insert into event_deliveries (id, target, webhook_id, resource, record_id, seq, event, action, created_at, expires_at,
      state, tries, locked_until, sent_at, last_error)
    select id, webhook_id, webhook_id, resource, record_id, seq, event, action, created_at, expires_at,
      state, tries, locked_until, sent_at, last_error
    from webhook_deliveries`,
  'drop table webhook_deliveries',
  ...deliveryIndexes,
];
