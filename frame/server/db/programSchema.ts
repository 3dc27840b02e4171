/** A request with an Idempotency-Key and its reply, for a day. */
export interface IdempotencyRow {
  account_id: string;
  key: string;
  /** Hash of method, address and body. */
  request_hash: string;
  /** The attempt that runs or ran. */
  attempt: string;
  /** Until then no other attempt may start, unless there is a reply. */
  locked_until: number;
  /** 1 once the change is committed. */
  committed: number;
  record_id: string | null;
  /** HTTP status of the reply; null while there is none. */
  status: number | null;
  reply: string;
  expires_at: number;
}

/** A background job, locked by the server that runs it. */
export interface JobRow {
  name: string;
  /** When a server first knew the job. Earlier times are not made up for. */
  since: number;
  locked_until: number;
  locked_by: string;
}

/** A run of a job: one per due time. */
export interface JobRunRow {
  id: string;
  name: string;
  due_at: number;
  started_at: number;
  finished_at: number | null;
  /** When a failed run is tried again. */
  retry_at: number;
  tries: number;
  status: 'running' | 'done' | 'failed';
  /** JSON of the result, or the reason of the failure. */
  result: string;
}
