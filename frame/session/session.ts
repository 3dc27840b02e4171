import type { Call, Role } from '../wire/call.ts';
import type { Feature } from '../wire/features.ts';
import { getPageRoles } from '../wire/roles.ts';
import { startActivityTracking } from './idleActivity.ts';
import { deleteUnsentWork, type UnsentCounts } from './unsentWork.ts';

/** Local storage keys of spec 2 and 3. */
const TOKEN = 'userAuthToken';
const FULL_NAME = 'userFullName';
/** Sent by the host at sign-in. */
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

let lastDecoded: { token: string; payload: ReturnType<typeof decode> } | undefined;
/** Decodes the token's payload, once for each token, as every cell of a list asks. The host checks its signature. */
function decodePayload(token: string): ReturnType<typeof decode> {
  if (lastDecoded?.token !== token) lastDecoded = { token, payload: decode(token) };
  return lastDecoded.payload;
}

function decode(token: string): Readonly<Record<string, unknown>> | null {
  try {
    const part = (token.split('.')[1] ?? '').replace(/-/g, '+').replace(/_/g, '/');
    const bytes = Uint8Array.from(atob(part), (char) => char.charCodeAt(0));
    const payload: unknown = JSON.parse(new TextDecoder().decode(bytes));
    return payload !== null && typeof payload === 'object' ? (payload as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

/** The portal ended the last session itself and told the person. */
let ended = false;
/** Notes that the portal itself ends the session, so that its missing token is not reported. */
export function markSessionEnded(): void {
  ended = true;
}

/** Reads the stored session (spec 2). `missing`: no readable token. `expired`: past its time in seconds. */
export function readSession(): Session | 'missing' | 'expired' {
  const token = localStorage.getItem(TOKEN);
  const payload = token ? decodePayload(token) : null;
  if (!token || !payload || typeof payload.role !== 'string' || typeof payload.exp !== 'number') return 'missing';
  if (payload.exp <= Math.floor(Date.now() / 1000)) return 'expired';
  ended = false;
  return { token, role: payload.role, expires: payload.exp };
}

/** Returns the valid session, or null. */
export function currentSession(): Session | null {
  const session = readSession();
  return typeof session === 'string' ? null : session;
}

/** Returns the role of the valid session, or null. */
export function currentRole(): Role | null {
  const role = currentSession()?.role;
  return getPageRoles().names.find((one) => one === role) ?? null;
}

export interface Account {
  role: string;
  /** Empty if unknown. */
  email: string;
  /** Subject of the token; empty if the host sends none. */
  subject: string;
}

/** Returns the account of a token, or null if it is unreadable. */
export function tokenAccount(token: string, email: string): Account | null {
  const { role, sub } = decodePayload(token) ?? {};
  return typeof role === 'string' ? { role, email, subject: typeof sub === 'string' ? sub : '' } : null;
}

export function currentAccount(): Account | null {
  const session = currentSession();
  return session && tokenAccount(session.token, localStorage.getItem(EMAIL) ?? '');
}

/** True if two sessions belong to one person: same subject, else same sign-in address. */
export function isSameAccount(one: Account, other: Account): boolean {
  if (one.role !== other.role) return false;
  if (one.subject && other.subject) return one.subject === other.subject;
  return one.email !== '' && one.email.toLowerCase() === other.email.toLowerCase();
}

/** Values sent by the host at sign-in besides the token. */
interface SignedIn {
  fullName?: string | undefined;
  timeZone?: string | undefined;
  features?: string[] | undefined;
  idleMinutes?: number | undefined;
  uploadMb?: number | undefined;
  /** Address used at sign-in. */
  email?: string | undefined;
}

/** Stores a new session, with what the host sent beside the token. Missing features mean that it offers none. */
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

/** Ends the session on this device and deletes its unsent work. Returns the counts of the lost work. */
export function dropToken(): UnsentCounts {
  markSessionEnded();
  localStorage.removeItem(TOKEN);
  return deleteUnsentWork();
}

/** True once after the token disappeared while the portal was open. */
export function detectMissingToken(): boolean {
  if (ended || readSession() !== 'missing') return false;
  ended = true;
  return true;
}
/** Returns the full name of the signed-in person. */
export const getFullName = (): string | null => localStorage.getItem(FULL_NAME);
export const storeFullName = (name: string): void => localStorage.setItem(FULL_NAME, name);
/** Returns the host's time zone, if it sent one. */
export const getBusinessTimeZone = (): string | undefined => localStorage.getItem(TIME_ZONE) ?? undefined;

/** Maximum megabytes of an upload, if the host sent it. */
export const getUploadLimit = (): number | undefined => Number(localStorage.getItem(UPLOAD_MB)) || undefined;

/** True if the host announced the feature at sign-in. Everything beyond spec 7 depends on one. */
export const hasFeature = (name: Feature): boolean => (localStorage.getItem(FEATURES) ?? '').split(' ').includes(name);

/** True if the host offers the call. */
export const isOffered = (call: Pick<Call, 'feature'> | undefined): boolean =>
  !call?.feature || hasFeature(call.feature);
