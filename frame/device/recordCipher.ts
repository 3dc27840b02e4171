const PURPOSE = { records: 'portal visits: records', names: 'portal visits: names' };
/** Bytes of the AES-GCM initialization vector, new for each record. */
const VECTOR = 12;
const LENGTH = 4;

/** JSON data, and bytes if the record is a file. */
export interface StoredRecord<T = unknown> {
  data: T;
  bytes: Uint8Array<ArrayBuffer>;
}

/** Encrypts records for one session. */
export interface RecordCipher {
  /** Binds the result to `key`, so that it cannot be read under another one. */
  encrypt(key: string, record: StoredRecord): Promise<ArrayBuffer>;
  /** Throws if another session encrypted the bytes. */
  decrypt(key: string, sealed: ArrayBuffer): Promise<StoredRecord>;
  /** Deterministic HMAC of a text, as hex. */
  hashName(text: string): Promise<string>;
}

const utf8 = new TextEncoder();

function pack({ data, bytes }: StoredRecord): Uint8Array<ArrayBuffer> {
  const words = utf8.encode(JSON.stringify(data));
  const packed = new Uint8Array(LENGTH + words.length + bytes.length);
  new DataView(packed.buffer).setUint32(0, words.length);
  packed.set(words, LENGTH);
  packed.set(bytes, LENGTH + words.length);
  return packed;
}

function unpack(packed: Uint8Array<ArrayBuffer>): StoredRecord {
  const end = LENGTH + new DataView(packed.buffer, packed.byteOffset).getUint32(0);
  const data: unknown = JSON.parse(new TextDecoder().decode(packed.subarray(LENGTH, end)));
  return { data, bytes: packed.subarray(end) };
}

const hex = (bytes: ArrayBuffer) => [...new Uint8Array(bytes)].map((one) => one.toString(16).padStart(2, '0')).join('');

/** Creates an AES-256-GCM cipher. HKDF derives its key, which cannot be extracted, from session token and salt. */
export async function createRecordCipher(token: string, salt: Uint8Array<ArrayBuffer>): Promise<RecordCipher> {
  const { subtle } = crypto;
  const secret = await subtle.importKey('raw', utf8.encode(token), 'HKDF', false, ['deriveKey']);
  const from = (info: string) => ({ name: 'HKDF', hash: 'SHA-256', salt, info: utf8.encode(info) });
  const [records, names] = await Promise.all([
    subtle.deriveKey(from(PURPOSE.records), secret, { name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']),
    subtle.deriveKey(from(PURPOSE.names), secret, { name: 'HMAC', hash: 'SHA-256', length: 256 }, false, ['sign']),
  ]);
  const bound = (key: string, iv: Uint8Array<ArrayBuffer>) => ({
    name: 'AES-GCM',
    iv,
    additionalData: utf8.encode(key),
  });
  return {
    async encrypt(key, record) {
      const iv = crypto.getRandomValues(new Uint8Array(VECTOR));
      const secretBytes = await subtle.encrypt(bound(key, iv), records, pack(record));
      const sealed = new Uint8Array(VECTOR + secretBytes.byteLength);
      sealed.set(iv);
      sealed.set(new Uint8Array(secretBytes), VECTOR);
      return sealed.buffer;
    },
    async decrypt(key, sealed) {
      const bytes = new Uint8Array(sealed);
      const plain = await subtle.decrypt(bound(key, bytes.slice(0, VECTOR)), records, bytes.slice(VECTOR));
      return unpack(new Uint8Array(plain));
    },
    hashName: async (text) => hex(await subtle.sign('HMAC', names, utf8.encode(text))),
  };
}
