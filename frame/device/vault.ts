import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import { currentSession } from '../session/session.ts';
import { DATABASE } from '../session/unsentWork.ts';
import { createRecordCipher, type RecordCipher, type StoredRecord } from './recordCipher.ts';
import { withTabLock } from './tabLock.ts';

/** Encrypted key-value storage of the current session on this device. */
export interface Vault {
  /** False if the browser has no secure context or database; records then live until the page closes. */
  isPersistent: boolean;
  get<T>(key: string): Promise<StoredRecord<T> | undefined>;
  /** Resolves once the record is on disk. */
  put(key: string, data: unknown, bytes?: Uint8Array<ArrayBuffer>): Promise<void>;
  remove(keys: readonly string[]): Promise<void>;
  /** Returns the keys with this prefix. */
  keys(start: string): Promise<string[]>;
  /** Hashes a text for use in a key. */
  hashName(text: string): Promise<string>;
}

interface Stores extends DBSchema {
  records: { key: string; value: ArrayBuffer };
  /** Salt and fingerprint of the session that owns the records. */
  owner: { key: 'session'; value: { salt: Uint8Array<ArrayBuffer>; mark: string } };
}
type Database = IDBPDatabase<Stores>;

const NOTHING = new Uint8Array(0);
/** Text whose hash is the fingerprint: only the owner's token reproduces it. */
const MARK = 'owner';

/** Returns the cipher of this session. Deletes records of another session first. */
async function getOwnerCipher(db: Database, token: string): Promise<RecordCipher> {
  const owner = await db.get('owner', 'session');
  if (owner) {
    const sessionCipher = await createRecordCipher(token, owner.salt);
    if ((await sessionCipher.hashName(MARK)) === owner.mark) return sessionCipher;
  }
  const salt = crypto.getRandomValues(new Uint8Array(32));
  const sessionCipher = await createRecordCipher(token, salt);
  const mark = await sessionCipher.hashName(MARK);
  const change = db.transaction(['owner', 'records'], 'readwrite', { durability: 'strict' });
  await Promise.all([
    change.objectStore('records').clear(),
    change.objectStore('owner').put({ salt, mark }, 'session'),
    change.done,
  ]);
  return sessionCipher;
}

/** Opens the encrypted database. `onGone` runs when it is closed, as by a sign-out in any tab that deletes it. */
async function openSealedVault(token: string, onGone: () => void): Promise<Vault> {
  const db = await openDB<Stores>(DATABASE, 1, {
    upgrade(fresh) {
      fresh.createObjectStore('records');
      fresh.createObjectStore('owner');
    },
    blocking(_current, _blocked, event) {
      (event.target as IDBDatabase).close();
      onGone();
    },
    terminated: onGone,
  });
  const sessionCipher = await getOwnerCipher(db, token);
  return {
    isPersistent: true,
    async get<T>(key: string) {
      const sealed = await db.get('records', key);
      // Unreadable records count as missing.
      return (
        sealed && ((await sessionCipher.decrypt(key, sealed).catch(() => undefined)) as StoredRecord<T> | undefined)
      );
    },
    async put(key, data, bytes = NOTHING) {
      const sealed = await sessionCipher.encrypt(key, { data, bytes });
      const change = db.transaction('records', 'readwrite', { durability: 'strict' });
      await Promise.all([change.store.put(sealed, key), change.done]);
    },
    async remove(keys) {
      const change = db.transaction('records', 'readwrite', { durability: 'strict' });
      await Promise.all([...keys.map((key) => change.store.delete(key)), change.done]);
    },
    keys: (start) => db.getAllKeys('records', IDBKeyRange.bound(start, `${start}\uffff`)),
    hashName: sessionCipher.hashName,
  };
}

/** Creates a vault in memory, for browsers without a secure context or database. */
function createMemoryVault(): Vault {
  const records = new Map<string, StoredRecord>();
  return {
    isPersistent: false,
    get: async <T>(key: string) => records.get(key) as StoredRecord<T> | undefined,
    async put(key, data, bytes = NOTHING) {
      records.set(key, { data, bytes });
    },
    async remove(keys) {
      for (const key of keys) records.delete(key);
    },
    keys: async (start) => [...records.keys()].filter((key) => key.startsWith(start)),
    hashName: async (text) => text,
  };
}

let opened: { token: string; vault: Promise<Vault> } | undefined;

/** Returns the vault of the current session, in memory if no database opens. Rejects if nobody is signed in. */
export function getVault(): Promise<Vault> {
  const token = currentSession()?.token;
  if (!token) return Promise.reject(new Error('Nobody is signed in.'));
  if (opened?.token === token) return opened.vault;
  const onGone = () => {
    if (opened?.vault === vault) opened = undefined;
  };
  const vault = withTabLock('vault', () => openSealedVault(token, onGone)).catch(createMemoryVault);
  opened = { token, vault };
  return vault;
}
