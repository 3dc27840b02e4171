import { generateKeyPairSync } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { importSPKI, jwtVerify } from 'jose';
import { lasting } from 'portal-frame/testing/helpers';
import type { FcmSettings } from '../server/fcmClient.ts';

export interface Delivered {
  token: string;
  notification: { title: string; body: string };
  webpush: { headers: { TTL: string } };
}

export interface FcmDouble {
  /** Options for createFcmClient that lead to the test double. */
  settings: FcmSettings;
  delivered: Delivered[];
  /** Access tokens issued so far. */
  granted: number;
  /** Requested sends by registration token. */
  asked: string[];
  /**
   * Replies to the next sends: a status, 'cut' to drop the connection, 'late' for 429 with Retry-After. Later sends
   * succeed.
   */
  troubles: (number | 'cut' | 'late')[];
  /** Registration tokens that the service has forgotten. */
  unregistered: Set<string>;
  /** Lifetime of access tokens in seconds. */
  lifetime: number;
  /** Revokes all issued access tokens. */
  revoke(): void;
  stop(): Promise<void>;
}

const ISSUER = 'portal@test-project.iam.example.com';
const { publicKey, privateKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
});

/** A push service with token and send endpoints on a free port. It checks signature, claims, token and message. */
async function startFcm(): Promise<FcmDouble> {
  let valid = new Set<string>();
  const server = createServer(async (request, reply) => {
    const answer = (status: number, body: unknown, headers: Record<string, string> = {}) =>
      reply.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
    const text = await read(request);
    if (request.url === '/token') {
      const form = new URLSearchParams(text);
      const { payload } = await jwtVerify(form.get('assertion') ?? '', await importSPKI(publicKey, 'RS256'), {
        issuer: ISSUER,
        audience: double.settings.tokenUri ?? '',
        requiredClaims: ['iat', 'exp', 'scope'],
      }).catch(() => ({ payload: null }));
      if (!payload || form.get('grant_type') !== 'urn:ietf:params:oauth:grant-type:jwt-bearer')
        return answer(400, { error: 'invalid_grant' });
      const accessToken = `access-${++double.granted}`;
      valid.add(accessToken);
      return answer(200, { access_token: accessToken, expires_in: double.lifetime, token_type: 'Bearer' });
    }
    if (request.method !== 'POST' || request.url !== '/v1/projects/test-project/messages:send')
      return answer(404, errorBody(404, 'NOT_FOUND'));
    const { message } = JSON.parse(text) as { message: Delivered };
    double.asked.push(message.token);
    const trouble = double.troubles.shift();
    if (trouble === 'cut') return request.socket.destroy();
    if (trouble === 'late') return answer(429, errorBody(429, 'QUOTA_EXCEEDED'), { 'retry-after': '1' });
    if (trouble) return answer(trouble, errorBody(trouble, trouble === 400 ? 'INVALID_ARGUMENT' : 'UNAVAILABLE'));
    if (!valid.has((request.headers.authorization ?? '').replace('Bearer ', '')))
      return answer(401, errorBody(401, 'UNAUTHENTICATED'));
    if (double.unregistered.has(message.token)) return answer(404, errorBody(404, 'UNREGISTERED'));
    double.delivered.push(message);
    return answer(200, { name: `projects/test-project/messages/${double.delivered.length}` });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const double: FcmDouble = {
    settings: {
      projectId: 'test-project',
      clientEmail: ISSUER,
      privateKey: privateKey.replaceAll('\n', '\\n'),
      tokenUri: `${host}/token`,
      sendUrl: host,
      retryDelayMs: 5,
    },
    delivered: [],
    granted: 0,
    asked: [],
    troubles: [],
    unregistered: new Set(),
    lifetime: 3600,
    revoke: () => {
      valid = new Set();
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return double;
}

export const fcmForEach = () => lasting('each', startFcm, (fcm) => fcm.stop());

async function read(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) text += chunk;
  return text;
}

/** An error in the format of FCM. */
const errorBody = (code: number, errorCode: string) => ({
  error: {
    code,
    status: errorCode,
    details: [{ '@type': 'type.googleapis.com/google.firebase.fcm.v1.FcmError', errorCode }],
  },
});
