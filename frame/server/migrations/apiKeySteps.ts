/** The table of API keys, which a plug-in has now. */
export const apiKeySteps = [
  `create table api_keys (
    id text primary key not null,
    account_id text not null references accounts (id) on delete cascade,
    name text not null,
    secret_hash text not null,
    scope text not null,
    created_by text not null,
    created_at bigint not null,
    expires_at bigint not null,
    used_at bigint,
    revoked_at bigint
  )`,
  'create index api_keys_account on api_keys (account_id)',
];
