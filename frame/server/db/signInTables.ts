import type { FactorKind } from '../../wire/secondFactorCalls.ts';

export interface ResetCodeRow {
  id: string;
  account_id: string;
  code_hash: string;
  /** Of the network that asked for it, and tries from there; '' in those from before there was this column. */
  network: string;
  tries: number;
  /** Tries from all other networks. */
  foreign_tries: number;
  created_at: number;
  expires_at: number;
  used_at: number | null;
  verified_at: number | null;
}

/** An address that an account had, kept for a while for the change to be taken back. */
export interface EmailChangeRow {
  id: string;
  account_id: string;
  /** The address before the change. */
  email: string;
  email_key: string;
  /** Of the secret in the mail's link; null before it is sent. */
  token_hash: string | null;
  created_at: number;
  expires_at: number;
  used_at: number | null;
}

/** A second factor. */
export interface FactorRow {
  id: string;
  account_id: string;
  kind: FactorKind;
  /** As the person calls it; '' for none. */
  name: string;
  /** The sealed secret of the codes, or the passkey's public key. */
  secret: string;
  /** The passkey's id. */
  credential: string | null;
  /** The time step of the last code, or the passkey's count of signatures. */
  counter: number;
  /** How the passkey is reached, with blanks between. */
  transports: string;
  created_at: number;
  used_at: number | null;
}

/** A recovery code that was not used yet. */
export interface RecoveryCodeRow {
  id: string;
  account_id: string;
  code_hash: string;
  created_at: number;
}

/** One step of one person under way; see signInTickets.ts. */
export interface TicketRow {
  id: string;
  secret_hash: string;
  purpose: 'sign-in' | 'set-up' | 'enrol' | 'reauthenticate';
  account_id: string;
  /** '' before there is a session. */
  session_id: string;
  /** JSON of what the step has to know. */
  data: string;
  tries: number;
  created_at: number;
  expires_at: number;
}
