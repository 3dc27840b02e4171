import { resolve } from 'node:path';
import { z } from 'zod';
import { withSchemaApp } from '../wire/roleSchema.ts';
import { email } from '../wire/validationRules.ts';
import type { AppConfig } from './appInterfaces.ts';
import { appFolder } from './base/appFolder.ts';
import { prepareDataDir, readOrCreateSecret } from './base/dataDir.ts';
import { type BucketAddress, FILES_URL_FORMAT, parseFilesUrl } from './base/filesUrl.ts';
import { isAddressOrNetwork, isLoopback } from './base/network.ts';
import { EnvironmentError } from './base/operatorErrors.ts';
import { SLOW_REQUEST_LIMITS, type SlowRequestLimits } from './base/slowRequests.ts';
import { describeMissing } from './optionalPackages.ts';
import type { ServerParts } from './parts.ts';

type CamelCase<Name extends string> = Name extends `${infer Head}_${infer Tail}`
  ? `${Lowercase<Head>}${Capitalize<CamelCase<Tail>>}`
  : Lowercase<Name>;
type Variables = z.output<typeof environmentSchema>;

/** Configuration of the frame's server: the environment's variables in camel case, and what follows from them. */
export type FrameConfig = Omit<{ [Name in keyof Variables as CamelCase<Name>]: Variables[Name] }, keyof DerivedConfig> &
  DerivedConfig;

interface DerivedConfig {
  /** The app whose server this is. */
  app: ServerParts;
  /** Absolute path of database, uploads, outbox and secret. */
  dataDir: string;
  /** Bucket of the uploads; DATA_DIR by default. */
  filesUrl?: BucketAddress | undefined;
  mailFrom: string;
  tokenSecret: string;
  /** Adds demo data to an empty database; on a public server only with DEMO=on. */
  demo: boolean;
  /** True if other machines can reach the server. */
  isPublic: boolean;
  /** Folder of the built portal. */
  portalDir: string;
  /** Memory of a password hash. Only tests change it and the next two. */
  argonMemoryKib: number;
  limits: SlowRequestLimits;
  statementTimeoutMs: number;
}

/** Read once at the start; nothing else reads the environment. */
export interface Config extends FrameConfig, AppConfig {}

/** Schema of an integer variable. */
export const integerVariable = (least: number, most: number, standard: number) => {
  const error = `an integer from ${least} to ${most}`;
  return z.coerce.number({ error }).int({ error }).min(least, { error }).max(most, { error }).default(standard);
};
/** Schema of an optional address with one of these protocols. */
export const urlVariable = (protocols: RegExp, error: string) => z.url({ protocol: protocols, error }).optional();
const isTimeZone = (zone: string) => {
  try {
    return Boolean(new Intl.DateTimeFormat('en-US', { timeZone: zone }));
  } catch {
    return false;
  }
};
const isOrigin = (one: string) => URL.canParse(one) && new URL(one).origin === one;
const onOrOff = z.enum(['on', 'off'], { error: 'on or off' }).transform((value) => value === 'on');
/** Schema of a list, separated by commas or spaces. */
export const listVariable = z
  .string()
  .default('')
  .transform((text) => text.split(/[\s,]+/).filter(Boolean));

const environmentSchema = z.object({
  PORT: integerVariable(0, 65_535, 3000),
  HOST: z.string().default('127.0.0.1'),
  DATA_DIR: z.string().default('./data'),
  /** PostgreSQL; SQLite by default. */
  DATABASE_URL: urlVariable(/^postgres(ql)?$/, 'an address such as postgres://user:password@host:5432/name'),
  /** Replica for lists and reports. */
  DATABASE_READ_URL: urlVariable(/^postgres(ql)?$/, 'an address such as postgres://user:password@host:5432/name'),
  DATABASE_CONNECTIONS: integerVariable(2, 500, 10),
  FILES_URL: z
    .string()
    .transform(parseFilesUrl)
    .refine((address) => address !== null, { error: FILES_URL_FORMAT })
    .optional(),
  SMTP_URL: urlVariable(/^smtps?$/, 'an address such as smtp://user:password@host:587'),
  /** Allows mail to other machines without TLS. */
  SMTP_INSECURE: onOrOff.default(false),
  MAIL_FROM: z
    .string()
    .regex(/^[^\r\n]*[^\s<>]+@[^\s<>]+>?$/, { error: 'an e-mail address, or a name and <address>' })
    .optional(),
  /** Public address, without trailing slash. */
  PUBLIC_URL: urlVariable(/^https?$/, 'an address such as https://portal.example.com').transform((address) =>
    address?.replace(/\/+$/, ''),
  ),
  /** Business time zone of days, weeks and months. */
  TIME_ZONE: z
    .string()
    .refine(isTimeZone, { error: 'a time zone such as America/New_York' })
    .default(Intl.DateTimeFormat().resolvedOptions().timeZone),
  TOKEN_SECRET: z.string().min(32, { error: 'at least 32 characters' }).optional(),
  TOKEN_HOURS: integerVariable(1, 8760, 12),
  /** Idle minutes until a session ends; 0 for never. */
  IDLE_MINUTES: integerVariable(0, 1440, 30),
  /** Requests per minute and process of an account, or of a network without one. */
  REQUESTS_PER_MINUTE: integerVariable(1, 1_000_000, 3000),
  MAX_UPLOAD_MB: integerVariable(1, 1000, 10),
  /** Other origins that may call the API. */
  CORS_ORIGINS: listVariable.refine((items) => items.every(isOrigin), {
    error: 'a list of origins such as https://portal.example.com',
  }),
  /** Trusted proxies besides those on this machine. */
  TRUST_PROXY: listVariable.refine((items) => items.every(isAddressOrNetwork), {
    error: 'a list of addresses and networks such as 10.0.0.0/8',
  }),
  /** Calls of the specification ask for no proof of identity. */
  SPEC_CALLS_WITHOUT_PROOF: onOrOff.default(false),
  DEMO: onOrOff.optional(),
  /** Seconds between SIGTERM and the end, with health reporting 503. */
  DRAIN_SECONDS: integerVariable(0, 600, 0),
  /** Event loop delay from which new requests are rejected. */
  MAX_DELAY_MS: integerVariable(10, 60_000, 1000),
  /** Maximum of concurrent requests. */
  MAX_REQUESTS: integerVariable(10, 100_000, 600),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent'], { error: 'fatal, error, warn, info, debug or silent' })
    .default('warn'),
  /** Address of the first admin without demo data. */
  ADMIN_EMAIL: z
    .string()
    .refine((value) => email.safeParse(value).success, { error: 'an e-mail address' })
    .transform((value) => value.trim())
    .optional(),
  /** File for the first admin's password; printed by default. */
  ADMIN_PASSWORD_FILE: z.string().optional(),
});

export type Environment = Readonly<Record<string, string | undefined>>;

const isSet = ([, value]: [string, string | undefined]) => value !== undefined && value !== '';

/**
 * Reads the variables that a schema names; an empty one counts as unset. Throws an EnvironmentError for the first invalid
 * one.
 */
export function readVariables<V extends z.ZodObject>(schema: V, env: Environment): z.output<V> {
  const given = Object.fromEntries(Object.entries(env).filter(isSet));
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const name = String(issue?.path[0]);
  const isShown = given[name] !== undefined && !/SECRET|TOKEN|URL|PRIVATE_KEY/.test(name);
  throw new EnvironmentError(`${name} must be ${issue?.message}${isShown ? `, but it is "${given[name]}".` : '.'}`);
}

/** Throws an EnvironmentError if the client of the bucket or of PostgreSQL is missing. */
function refuseMissingClient({ FILES_URL, DATABASE_URL }: z.output<typeof environmentSchema>): void {
  const bucket = FILES_URL && describeMissing('@aws-sdk/client-s3');
  if (bucket) throw new EnvironmentError(`FILES_URL names a bucket, which needs a package that is missing: ${bucket}`);
  const postgres = DATABASE_URL && describeMissing('pg');
  if (postgres)
    throw new EnvironmentError(`DATABASE_URL names PostgreSQL, which needs a package that is missing: ${postgres}`);
}

/** Returns the values of variables by their names in camel case: `publicUrl` for PUBLIC_URL. */
const toConfigKeys = (values: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name.toLowerCase().replace(/_(.)/g, (_, letter: string) => letter.toUpperCase()),
      value,
    ]),
  );

/** Reads the environment, including the variables of plug-ins and app; creates data directory and secret. Throws an EnvironmentError. */
export function readConfig(env: Environment, app: ServerParts): Config {
  const values = withSchemaApp(app, () => readVariables(environmentSchema, env));
  refuseMissingClient(values);
  const { name, plugins = [], settings } = app;
  const dataDir = prepareDataDir(values.DATA_DIR);
  const isPublic =
    !isLoopback(values.HOST) || (values.PUBLIC_URL !== undefined && !isLoopback(new URL(values.PUBLIC_URL).hostname));
  const config = {
    app,
    ...toConfigKeys(values),
    dataDir,
    mailFrom: values.MAIL_FROM ?? `${name} <no-reply@localhost>`,
    tokenSecret: values.TOKEN_SECRET ?? readOrCreateSecret(dataDir),
    demo: values.DEMO ?? !isPublic,
    isPublic,
    portalDir: resolve(app.folder ?? appFolder, 'dist'),
    argonMemoryKib: 19_456,
    limits: SLOW_REQUEST_LIMITS,
    statementTimeoutMs: 8000,
  } as FrameConfig;
  const ofPlugins = withSchemaApp(app, () =>
    plugins.flatMap((one) => (one.settings ? [toConfigKeys(readVariables(one.settings, env))] : [])),
  );
  const read = { ...config, ...Object.assign({}, ...ofPlugins), ...settings?.(env, config) } as Config;
  for (const { checkSettings } of plugins) checkSettings?.(read);
  return read;
}
