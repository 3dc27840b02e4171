/** Tables of second factors, see secondFactorRows.ts and signInTickets.ts. */
export const secondFactorSteps = [
  `create table factors (
    id text primary key not null,
    account_id text not null references accounts (id) on delete cascade,
    kind text not null,
    name text not null,
    secret text not null,
    credential text,
    counter bigint not null,
    transports text not null,
    created_at bigint not null,
    used_at bigint
  )`,
  'create index factors_account on factors (account_id, created_at)',
  'create unique index factors_credential on factors (credential)',
  `create table recovery_codes (
    id text primary key not null,
    account_id text not null references accounts (id) on delete cascade,
    code_hash text not null,
    created_at bigint not null
  )`,
  'create unique index recovery_codes_account on recovery_codes (account_id, code_hash)',
  `create table tickets (
    id text primary key not null,
    secret_hash text not null,
    purpose text not null,
    account_id text not null references accounts (id) on delete cascade,
    session_id text not null,
    data text not null,
    tries integer not null,
    created_at bigint not null,
    expires_at bigint not null
  )`,
  'create unique index tickets_secret on tickets (secret_hash)',
  'create index tickets_account on tickets (account_id)',
  'create index tickets_expiry on tickets (expires_at)',
];
