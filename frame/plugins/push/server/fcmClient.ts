import { createPrivateKey } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { SignJWT } from 'jose';

/** Service account; the URLs are for tests. */
export interface FcmSettings {
  projectId: string;
  clientEmail: string;
  /** PKCS 8 in PEM; a line break may be written as a backslash and `n`. */
  privateKey: string;
  tokenUri?: string | undefined;
  sendUrl?: string | undefined;
  /** Delay of the first retry, doubled for each further one. */
  retryDelayMs?: number | undefined;
}

export interface PushMessage {
  title: string;
  body: string;
}

/** `gone`: the token is invalid and must be deleted. `failed`: all attempts failed. */
export type PushResult = 'sent' | 'gone' | 'failed';

export interface FcmClient {
  /** `expiresAt` is in ms since 1970: the service then drops a message that it could not deliver. */
  send(token: string, message: PushMessage, expiresAt: number): Promise<PushResult>;
}

const SCOPE = 'https://www.googleapis.com/auth/firebase.messaging';
const GRANT = 'urn:ietf:params:oauth:grant-type:jwt-bearer';
const MAX_TRIES = 4;
const TIMEOUT_MS = 10_000;
const MAX_RETRY_WAIT_MS = 60_000;

/** Creates a client of FCM's HTTP v1 API. Throws for an invalid private key; `send` never throws. */
export function createFcmClient(settings: FcmSettings): FcmClient {
  const { projectId, sendUrl = 'https://fcm.googleapis.com', retryDelayMs = 500 } = settings;
  const access = createAccessTokens(settings);
  const address = `${sendUrl}/v1/projects/${encodeURIComponent(projectId)}/messages:send`;

  async function post(token: string, { title, body }: PushMessage, expiresAt: number): Promise<Response> {
    // All tokens belong to browsers. Without TTL, the service keeps a message for four weeks.
    const TTL = String(Math.max(0, Math.ceil((expiresAt - Date.now()) / 1000)));
    return fetch(address, {
      method: 'POST',
      headers: { authorization: `Bearer ${await access.get()}`, 'content-type': 'application/json' },
      body: JSON.stringify({ message: { token, notification: { title, body }, webpush: { headers: { TTL } } } }),
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
  }

  async function send(token: string, message: PushMessage, expiresAt: number): Promise<PushResult> {
    let renewed = false;
    for (let tries = 1; ; tries++) {
      const reply = await post(token, message, expiresAt).catch(() => null);
      const text = (await reply?.text().catch(() => '')) ?? '';
      if (reply?.ok) return 'sent';
      if (reply && isTokenGone(reply.status, text)) return 'gone';
      if (reply?.status === 401 && !renewed) {
        renewed = true;
        access.drop();
        continue;
      }
      const passing = reply === null || reply.status === 429 || reply.status >= 500;
      if (!passing || tries >= MAX_TRIES) return 'failed';
      await delay(getRetryWait(reply, retryDelayMs * 2 ** (tries - 1)), undefined, { ref: false });
    }
  }

  return { send };
}

function getRetryWait(reply: Response | null, usual: number): number {
  const asked = Number(reply?.headers.get('retry-after')) * 1000;
  return asked > 0 ? Math.min(asked, MAX_RETRY_WAIT_MS) : usual;
}

const isTokenGone = (state: number, text: string) =>
  state === 404 || (state === 400 && /"(UNREGISTERED|INVALID_ARGUMENT)"/.test(text));

function createAccessTokens({
  clientEmail,
  privateKey,
  tokenUri = 'https://oauth2.googleapis.com/token',
}: FcmSettings) {
  const key = createPrivateKey(privateKey.replaceAll('\\n', '\n'));
  let current: { token: Promise<string>; until: number } | null = null;

  async function fetchToken(): Promise<{ token: string; seconds: number }> {
    const assertion = await new SignJWT({ scope: SCOPE })
      .setProtectedHeader({ alg: 'RS256', typ: 'JWT' })
      .setIssuer(clientEmail)
      .setAudience(tokenUri)
      .setIssuedAt()
      .setExpirationTime('1h')
      .sign(key);
    const reply = await fetch(tokenUri, {
      method: 'POST',
      body: new URLSearchParams({ grant_type: GRANT, assertion }),
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (!reply.ok) throw new Error(`The push service refuses the service account (${reply.status}).`);
    const { access_token: token, expires_in: seconds = 3600 } = (await reply.json()) as {
      access_token: string;
      expires_in?: number;
    };
    return { token, seconds };
  }

  function renew(): Promise<string> {
    const token = fetchToken().then((fresh) => {
      mine.until = Date.now() + (fresh.seconds - 60) * 1000;
      return fresh.token;
    });
    const mine = { token, until: Number.POSITIVE_INFINITY };
    current = mine;
    token.catch(() => {
      if (current === mine) current = null;
    });
    return token;
  }

  return {
    get: () => (current && current.until > Date.now() ? current.token : renew()),
    drop() {
      current = null;
    },
  };
}
