import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { ROLES, type Role } from '../src/wire/call.ts';

/** What the server runs with. Read once at the start; nothing else looks at the environment. */
export interface Config {
  port: number;
  host: string;
  /** Absolute; holds the database, the uploads, the outbox and the secret. */
  dataDir: string;
  /** PostgreSQL instead of SQLite. */
  databaseUrl?: string;
  smtpUrl?: string;
  mailFrom: string;
  /** The address people reach the portal at, without a slash at its end. */
  publicUrl?: string;
  /** The business time zone: days, weeks and months are counted in it. */
  timeZone: string;
  /** Signs sessions and file links. */
  tokenSecret: string;
  tokenHours: number;
  /** Minutes without activity after which a session is over; 0 for never. */
  idleMinutes: number;
  /** The roles whose people must have a second factor. */
  secondFactor: Role[];
  /** Minutes a visit takes: within them an employee is not booked twice; 0 for no such check. */
  visitMinutes: number;
  maxUploadMb: number;
  /** Origins of other sites that may call the API. */
  corsOrigins: string[];
  demo: boolean;
  /** The first admin's address where DEMO is off. */
  adminEmail?: string;
  /** The FIREBASE_* variables by name, for push. */
  firebase: Record<string, string>;
  /** The built portal. */
  portalDir: string;
  /** Memory of a password hash in KiB; no variable sets it, tests make it small. */
  argonMemory: number;
  logLevel: string;
  /** Milliseconds that the server may be behind before it turns new requests away. */
  maxDelayMs: number;
  /** Requests under way at a time. */
  maxRequests: number;
}

/** A bad value in the environment: its message is the one line that the start ends with. */
export class ConfigError extends Error {}

const number = (least: number, most: number, standard: number) => {
  const error = `a whole number from ${least} to ${most}`;
  return z.coerce.number({ error }).int({ error }).min(least, { error }).max(most, { error }).default(standard);
};
const url = (protocols: RegExp, error: string) => z.url({ protocol: protocols, error }).optional();
const knownZone = (zone: string) => {
  try {
    return Boolean(new Intl.DateTimeFormat('en-US', { timeZone: zone }));
  } catch {
    return false;
  }
};
const isOrigin = (one: string) => URL.canParse(one) && new URL(one).origin === one;

/** Every message says what the variable must be. */
const environment = z.object({
  PORT: number(0, 65_535, 3000),
  HOST: z.string().default('127.0.0.1'),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: url(/^postgres(ql)?$/, 'an address such as postgres://user:password@host:5432/name'),
  SMTP_URL: url(/^smtps?$/, 'an address such as smtp://user:password@host:587'),
  MAIL_FROM: z
    .string()
    .regex(/^[^\r\n]*[^\s<>]+@[^\s<>]+>?$/, { error: 'an e-mail address, or a name and <address>' })
    .default('Mobile Phlebotomy Portal <no-reply@localhost>'),
  PUBLIC_URL: url(/^https?$/, 'an address such as https://portal.example.com'),
  TIME_ZONE: z
    .string()
    .refine(knownZone, { error: 'a time zone such as America/New_York' })
    .default(Intl.DateTimeFormat().resolvedOptions().timeZone),
  TOKEN_SECRET: z.string().min(32, { error: 'at least 32 characters' }).optional(),
  TOKEN_HOURS: number(1, 8760, 12),
  IDLE_MINUTES: number(0, 1440, 30),
  SECOND_FACTOR: z
    .string()
    .default('')
    .transform((list) => list.split(/[\s,]+/).filter(Boolean))
    .pipe(z.array(z.enum(ROLES), { error: `a list of ${ROLES.join(', ')}` })),
  VISIT_MINUTES: number(0, 1440, 45),
  MAX_UPLOAD_MB: number(1, 1000, 10),
  CORS_ORIGINS: z
    .string()
    .default('')
    .transform((list) => list.split(/[\s,]+/).filter(Boolean))
    .refine((list) => list.every(isOrigin), { error: 'a list of origins such as https://portal.example.com' }),
  DEMO: z.enum(['on', 'off'], { error: 'on or off' }).default('on'),
  MAX_DELAY_MS: number(10, 60_000, 1000),
  MAX_REQUESTS: number(10, 100_000, 600),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent'], { error: 'fatal, error, warn, info, debug or silent' })
    .default('warn'),
  ADMIN_EMAIL: z.email({ error: 'an e-mail address' }).optional(),
});

/** The secret kept in the data directory; made where there is none yet, once even if two servers start at a time. */
function keptSecret(dataDir: string): string {
  const path = join(dataDir, 'token-secret');
  try {
    writeFileSync(path, randomBytes(32).toString('base64url'), { flag: 'wx', mode: 0o600 });
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'EEXIST') throw cause;
  }
  const secret = readFileSync(path, 'utf8').trim();
  if (secret.length < 32)
    throw new ConfigError(`The secret in ${path} is too short. Delete the file to have a new one made.`);
  return secret;
}

/** Makes the data directory if need be; a directory that cannot be written ends the start as a bad value does. */
function makeDataDir(path: string): string {
  const dataDir = resolve(path);
  try {
    mkdirSync(join(dataDir, 'uploads', 'tmp'), { recursive: true, mode: 0o700 });
  } catch (cause) {
    throw new ConfigError(
      `DATA_DIR must be a directory that can be written, but ${dataDir} is not: ${(cause as Error).message}`,
    );
  }
  return dataDir;
}

/**
 * Reads the environment; an empty variable counts as unset. Makes the data directory and the secret.
 * Throws a ConfigError that names the first bad variable.
 */
export function readConfig(env: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''));
  const parsed = environment.safeParse(given);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    const name = String(issue?.path[0]);
    const secret = /SECRET|URL/.test(name);
    throw new ConfigError(`${name} must be ${issue?.message}${secret ? '.' : `, but it is "${given[name]}".`}`);
  }
  const values = parsed.data;
  const dataDir = makeDataDir(values.DATA_DIR);
  const firebase = Object.entries(given).filter(([name]) => name.startsWith('FIREBASE_'));
  return {
    port: values.PORT,
    host: values.HOST,
    dataDir,
    databaseUrl: values.DATABASE_URL,
    smtpUrl: values.SMTP_URL,
    mailFrom: values.MAIL_FROM,
    publicUrl: values.PUBLIC_URL?.replace(/\/+$/, ''),
    timeZone: values.TIME_ZONE,
    tokenSecret: values.TOKEN_SECRET ?? keptSecret(dataDir),
    tokenHours: values.TOKEN_HOURS,
    idleMinutes: values.IDLE_MINUTES,
    secondFactor: values.SECOND_FACTOR,
    visitMinutes: values.VISIT_MINUTES,
    maxUploadMb: values.MAX_UPLOAD_MB,
    corsOrigins: values.CORS_ORIGINS,
    demo: values.DEMO === 'on',
    adminEmail: values.ADMIN_EMAIL,
    firebase: Object.fromEntries(firebase) as Record<string, string>,
    portalDir: resolve(import.meta.dirname, '..', 'dist'),
    argonMemory: 19_456,
    logLevel: values.LOG_LEVEL,
    maxDelayMs: values.MAX_DELAY_MS,
    maxRequests: values.MAX_REQUESTS,
  };
}
