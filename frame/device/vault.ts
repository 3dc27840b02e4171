import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import { currentSession } from '../session/session.ts';
import { DATABASE } from '../session/unsentWork.ts';
import { createRecordCipher, type RecordCipher, type StoredRecord } from './recordCipher.ts';
import { withTabLock } from './tabLock.ts';

/** What a session keeps on this device, by key: readable to it alone. */
export interface Vault {
  /** Whether it outlives this page; a browser without a secure context or a database keeps nothing beyond it. */
  isPersistent: boolean;
  get<T>(key: string): Promise<StoredRecord<T> | undefined>;
  /** On the disk once the promise is kept. */
  put(key: string, about: unknown, bytes?: Uint8Array<ArrayBuffer>): Promise<void>;
  remove(keys: readonly string[]): Promise<void>;
  /** The keys that start so. */
  keys(start: string): Promise<string[]>;
  /** A key's part that reveals nothing of the text it stands for. */
  hashName(text: string): Promise<string>;
}

interface Stores extends DBSchema {
  records: { key: string; value: ArrayBuffer };
  /** The salt of the session that the records belong to, and its mark. */
  owner: { key: 'session'; value: { salt: Uint8Array<ArrayBuffer>; mark: string } };
}
type Database = IDBPDatabase<Stores>;

const NOTHING = new Uint8Array(0);
/** What a session's mark is made of: the right token alone gives the same one again. */
const MARK = 'owner';

/** The seal of this session; what another session left behind goes first. */
async function ownerSeal(db: Database, token: string): Promise<RecordCipher> {
  const owner = await db.get('owner', 'session');
  if (owner) {
    const seal = await createRecordCipher(token, owner.salt);
    if ((await seal.hashName(MARK)) === owner.mark) return seal;
  }
  const salt = crypto.getRandomValues(new Uint8Array(32));
  const seal = await createRecordCipher(token, salt);
  const mark = await seal.hashName(MARK);
  const change = db.transaction(['owner', 'records'], 'readwrite', { durability: 'strict' });
  await Promise.all([
    change.objectStore('records').clear(),
    change.objectStore('owner').put({ salt, mark }, 'session'),
    change.done,
  ]);
  return seal;
}

/** `onGone` is called when the database is taken away: by signing out, here or in another tab. */
async function sealedVault(token: string, onGone: () => void): Promise<Vault> {
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
  const seal = await ownerSeal(db, token);
  return {
    isPersistent: true,
    async get<T>(key: string) {
      const sealed = await db.get('records', key);
      // What cannot be opened is as good as gone.
      return sealed && ((await seal.decrypt(key, sealed).catch(() => undefined)) as StoredRecord<T> | undefined);
    },
    async put(key, about, bytes = NOTHING) {
      const sealed = await seal.encrypt(key, { data: about, bytes });
      const change = db.transaction('records', 'readwrite', { durability: 'strict' });
      await Promise.all([change.store.put(sealed, key), change.done]);
    },
    async remove(keys) {
      const change = db.transaction('records', 'readwrite', { durability: 'strict' });
      await Promise.all([...keys.map((key) => change.store.delete(key)), change.done]);
    },
    keys: (start) => db.getAllKeys('records', IDBKeyRange.bound(start, `${start}\uffff`)),
    hashName: seal.hashName,
  };
}

/** Keeps what it is given for as long as the page is open. */
function passingVault(): Vault {
  const records = new Map<string, StoredRecord>();
  return {
    isPersistent: false,
    get: async <T>(key: string) => records.get(key) as StoredRecord<T> | undefined,
    async put(key, about, bytes = NOTHING) {
      records.set(key, { data: about, bytes });
    },
    async remove(keys) {
      for (const key of keys) records.delete(key);
    },
    keys: async (start) => [...records.keys()].filter((key) => key.startsWith(start)),
    hashName: async (text) => text,
  };
}

let open: { token: string; vault: Promise<Vault> } | undefined;

/** The vault of the session that is signed in now; opened once. Throws where nobody is signed in. */
export function getVault(): Promise<Vault> {
  const token = currentSession()?.token;
  if (!token) return Promise.reject(new Error('Nobody is signed in.'));
  if (open?.token === token) return open.vault;
  const onGone = () => {
    if (open?.vault === vault) open = undefined;
  };
  const vault = withTabLock('vault', () => sealedVault(token, onGone)).catch(passingVault);
  open = { token, vault };
  return vault;
}
