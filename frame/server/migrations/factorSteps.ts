import { ticketSteps } from '../accounts/signInTickets.ts';

/** Tables of second factors, which a plug-in has now. */
export const factorSteps = [
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
];

/** These and the tickets of the core, as one migration made them before. */
export const secondFactorSteps = [...factorSteps, ...ticketSteps];
