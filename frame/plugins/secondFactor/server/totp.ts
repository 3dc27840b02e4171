import { Secret, TOTP } from 'otpauth';

/** Accepts one step before and after, because clocks differ. */
const PERIOD_SECONDS = 30;
const WINDOW_STEPS = 1;

const createTotp = (secret: string, label = '', issuer = '') =>
  new TOTP({ secret: Secret.fromBase32(secret), label, issuer, algorithm: 'SHA1', digits: 6, period: PERIOD_SECONDS });

/** Generates a base32 secret and the URI for an authenticator app. */
export function generateTotp(label: string, issuer: string): { secret: string; uri: string } {
  const secret = new Secret({ size: 20 }).base32;
  return { secret, uri: createTotp(secret, label, issuer).toString() };
}

/** Returns the time step of a valid code, otherwise undefined. */
export function findTimeStep(secret: string, code: string, now = Date.now()): number | undefined {
  const token = code.replace(/\s/g, '');
  if (!/^\d{6}$/.test(token)) return undefined;
  const delta = createTotp(secret).validate({ token, timestamp: now, window: WINDOW_STEPS });
  return delta === null ? undefined : toTimeStep(now) + delta;
}

const toTimeStep = (now: number) => Math.floor(now / 1000 / PERIOD_SECONDS);

export const getLastTimeStep = (now = Date.now()): number => toTimeStep(now) + WINDOW_STEPS;
