export interface ResetCodeRow {
  id: string;
  account_id: string;
  code_hash: string;
  /** Hash of the network that requested the code, and attempts from it; '' in rows older than this column. */
  network: string;
  tries: number;
  /** Attempts from all other networks. */
  foreign_tries: number;
  created_at: number;
  expires_at: number;
  used_at: number | null;
  verified_at: number | null;
}

/** A former address of an account, kept for a while so that the change can be undone. */
export interface EmailChangeRow {
  id: string;
  account_id: string;
  email: string;
  email_key: string;
  /** Hash of the secret in the mail's link; null before it is sent. */
  token_hash: string | null;
  created_at: number;
  expires_at: number;
  used_at: number | null;
}

/** A step in progress of one person, see signInTickets.ts. */
export interface TicketRow {
  id: string;
  secret_hash: string;
  /** The step: 'sign-in', 'set-up', 'enrol', 'reauthenticate', or the name of a plug-in. */
  purpose: string;
  account_id: string;
  /** '' before there is a session. */
  session_id: string;
  /** JSON state of the step. */
  data: string;
  tries: number;
  created_at: number;
  expires_at: number;
}
