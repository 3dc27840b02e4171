import type { Call, Role } from '../wire/call.ts';
import { ROLES } from '../wire/call.ts';
import type { Feature } from '../wire/features.ts';
import { startActivityTracking } from './activity.ts';
import { deleteUnsentWork, type UnsentCounts } from './unsentWork.ts';

/** Local storage keys fixed by spec 2 and 3. */
const TOKEN = 'userAuthToken';
const FULL_NAME = 'userFullName';
/** The business time zone, where the host names it at sign-in. */
const TIME_ZONE = 'businessTimeZone';
const FEATURES = 'hostFeatures';
const UPLOAD_MB = 'hostUploadMb';
const EMAIL = 'signedInEmail';

export interface Session {
  token: string;
  role: string;
  /** Seconds since 1970. */
  expires: number;
}

/** The token's payload without checking its signature: that is the host's part. */
function payloadOf(token: string): Record<string, unknown> | null {
  try {
    const part = (token.split('.')[1] ?? '').replace(/-/g, '+').replace(/_/g, '/');
    const bytes = Uint8Array.from(atob(part), (char) => char.charCodeAt(0));
    const payload: unknown = JSON.parse(new TextDecoder().decode(bytes));
    return payload !== null && typeof payload === 'object' ? (payload as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

/** Whether the last session was ended by the portal itself, with a word of its own. */
let ended = false;
/** Whoever takes the token away says so: then nobody else reports that it is missing. */
export function markSessionEnded(): void {
  ended = true;
}

/**
 * The stored session (spec 2): `missing` without a readable token, `expired` where its time is over
 * (compared in seconds).
 */
export function readSession(): Session | 'missing' | 'expired' {
  const token = localStorage.getItem(TOKEN);
  const payload = token ? payloadOf(token) : null;
  if (!token || !payload || typeof payload.role !== 'string' || typeof payload.exp !== 'number') return 'missing';
  if (payload.exp <= Math.floor(Date.now() / 1000)) return 'expired';
  ended = false;
  return { token, role: payload.role, expires: payload.exp };
}

/** The session if it is valid, else null. */
export function currentSession(): Session | null {
  const session = readSession();
  return typeof session === 'string' ? null : session;
}

/** The role of the valid session, or null. */
export function currentRole(): Role | null {
  const role = currentSession()?.role;
  return ROLES.find((one) => one === role) ?? null;
}

/** Whose a session is. */
export interface Account {
  role: string;
  /** Empty where that is not known. */
  email: string;
  /** The token's subject; the provider's host may name none. */
  subject: string;
}

/** Whose a token is that somebody signed in to with that address; null where it is none. */
export function tokenAccount(token: string, email: string): Account | null {
  const { role, sub } = payloadOf(token) ?? {};
  return typeof role === 'string' ? { role, email, subject: typeof sub === 'string' ? sub : '' } : null;
}

/** Whose the valid session is, or null. */
export function currentAccount(): Account | null {
  const session = currentSession();
  return session && tokenAccount(session.token, localStorage.getItem(EMAIL) ?? '');
}

/** Whether two sessions are one person's: by the token's subject, else by the address that both signed in with. */
export function isSameAccount(one: Account, other: Account): boolean {
  if (one.role !== other.role) return false;
  if (one.subject && other.subject) return one.subject === other.subject;
  return one.email !== '' && one.email.toLowerCase() === other.email.toLowerCase();
}

/** What a host announces at sign-in besides the token. */
interface SignedIn {
  fullName?: string | undefined;
  timeZone?: string | undefined;
  features?: string[] | undefined;
  idleMinutes?: number | undefined;
  uploadMb?: number | undefined;
  /** What the person signed in with. */
  email?: string | undefined;
}

export function storeSession(
  token: string,
  { fullName, timeZone, features, idleMinutes, uploadMb, email }: SignedIn = {},
): void {
  localStorage.setItem(TOKEN, token);
  if (fullName) localStorage.setItem(FULL_NAME, fullName);
  if (email) localStorage.setItem(EMAIL, email);
  if (timeZone) localStorage.setItem(TIME_ZONE, timeZone);
  localStorage.setItem(FEATURES, Array.isArray(features) ? features.join(' ') : '');
  localStorage.setItem(UPLOAD_MB, String(uploadMb ?? ''));
  startActivityTracking(idleMinutes);
}

/** Ends the session here, and all that it keeps on this device; gives what was lost unsent. */
export function dropToken(): UnsentCounts {
  markSessionEnded();
  localStorage.removeItem(TOKEN);
  return deleteUnsentWork();
}

/** Whether the token went missing while the portal was open, and nobody was notified of it yet: true once. */
export function detectMissingToken(): boolean {
  if (ended || readSession() !== 'missing') return false;
  ended = true;
  return true;
}
export const getFullName = (): string | null => localStorage.getItem(FULL_NAME);
export const storeFullName = (name: string): void => localStorage.setItem(FULL_NAME, name);
export const getBusinessTimeZone = (): string | undefined => localStorage.getItem(TIME_ZONE) ?? undefined;

/** Megabytes that an upload may have, where the host named them. */
export const getUploadLimit = (): number | undefined => Number(localStorage.getItem(UPLOAD_MB)) || undefined;

/** Whether the host named this feature at sign-in; what goes beyond spec 7 is asked for and shown only then. */
export const hasFeature = (name: Feature): boolean => (localStorage.getItem(FEATURES) ?? '').split(' ').includes(name);

/** Whether this host has a call: one of spec 7, or one that it named. */
export const isOffered = (call: Pick<Call, 'feature'> | undefined): boolean =>
  !call?.feature || hasFeature(call.feature);
