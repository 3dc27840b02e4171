import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import type { Credential } from '../wire/identityProof.ts';

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest();
const base64 = (data: Buffer | string) => Buffer.from(data).toString('base64url');

/** CBOR of what authenticators say: integers, texts, bytes and maps. */
function cbor(value: number | string | Buffer | Map<number | string, unknown>): Buffer {
  const head = (type: number, length: number) =>
    length < 24
      ? Buffer.from([(type << 5) | length])
      : length < 256
        ? Buffer.from([(type << 5) | 24, length])
        : Buffer.from([(type << 5) | 25, length >> 8, length & 255]);
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  const parts = [...value].flatMap(([key, one]) => [cbor(key), cbor(one as never)]);
  return Buffer.concat([head(5, value.size), ...parts]);
}

/** A security key in software: it makes one passkey, and signs what it is asked to (WebAuthn, ES256, no attestation). */
export function createAuthenticator(origin = 'http://localhost', rpId = 'localhost') {
  const id = randomBytes(32);
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const cose = cbor(
    new Map<number, unknown>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x, 'base64url')],
      [-3, Buffer.from(y, 'base64url')],
    ]),
  );
  let counter = 0;
  const data = (flags: number, more = Buffer.alloc(0)) => {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), count, more]);
  };
  const client = (type: string, challenge: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  const answer = (response: Credential['response']): Credential => ({
    id: base64(id),
    rawId: base64(id),
    type: 'public-key',
    response,
  });
  return {
    /** Creates the browser's reply to the options of a new passkey. */
    make({ challenge }: { challenge: string }): Credential {
      const length = Buffer.from([0, id.length]);
      const authData = data(0x45, Buffer.concat([Buffer.alloc(16), length, id, cose]));
      const attestation = new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', authData],
      ]);
      return answer({
        clientDataJSON: base64(client('webauthn.create', challenge)),
        attestationObject: base64(cbor(attestation)),
        transports: ['usb'],
      });
    },
    /** Creates the browser's reply to a passkey request. `count` is the signature counter of the key. */
    sign({ challenge }: { challenge: string }, count = counter + 1): Credential {
      counter = count;
      const authenticatorData = data(0x05);
      const clientData = client('webauthn.get', challenge);
      const signature = sign('sha256', Buffer.concat([authenticatorData, sha256(clientData)]), privateKey);
      return answer({
        clientDataJSON: base64(clientData),
        authenticatorData: base64(authenticatorData),
        signature: base64(signature),
      });
    },
  };
}
