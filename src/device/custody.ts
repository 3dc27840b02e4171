import { request } from '../../frame/dataProvider/request.ts';
import { withLock } from '../../frame/device/lock.ts';
import { currentVault, type Vault } from '../../frame/device/vault.ts';
import { hasFeature } from '../../frame/session/session.ts';
import { type CustodyEvent, canonicalEvent, custodyCalls, MOST_EVENTS } from '../wire/custody.ts';

const EVENT = 'custody/';
const HEAD = 'custodyHead';

/** Where this session's chain ends: the device is made up anew with each session, as is all else that is kept here. */
type Head = Pick<CustodyEvent, 'device' | 'seq' | 'hash'>;
type Step = Pick<CustodyEvent, 'code' | 'label' | 'visit' | 'handOver'>;

const keyOf = (seq: number) => EVENT + String(seq).padStart(8, '0');

async function digest(text: string): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

async function kept(vault: Vault): Promise<CustodyEvent[]> {
  const all = await Promise.all((await vault.keys(EVENT)).map((key) => vault.get<CustodyEvent>(key)));
  return all.flatMap((one) => one?.about ?? []).toSorted((a, b) => a.seq - b.seq);
}

/** Puts steps at the end of this device's chain, where the host keeps such. On the disk once the promise is kept. */
export async function recordSteps(steps: readonly Step[]): Promise<void> {
  if (!hasFeature('custody') || steps.length === 0) return;
  const vault = await currentVault();
  await withLock('custody', async () => {
    const last = (await kept(vault)).at(-1);
    let head: Head = (await vault.get<Head>(HEAD))?.about ?? { device: crypto.randomUUID(), seq: 0, hash: '' };
    // The page may have ended between the event and the head.
    if (last && last.seq > head.seq) head = last;
    for (const step of steps) {
      const { device, seq, hash: previous } = head;
      const event = { ...step, device, seq: seq + 1, madeAt: new Date().toISOString(), previous };
      const made: CustodyEvent = { ...event, hash: await digest(canonicalEvent(event)) };
      await vault.put(keyOf(made.seq), made);
      head = { device, seq: made.seq, hash: made.hash };
    }
    await vault.put(HEAD, head);
  });
}

/** Sends what was recorded and not yet sent, in its order; throws where that failed, and keeps it. */
export async function sendSteps(): Promise<void> {
  if (!hasFeature('custody')) return;
  const vault = await currentVault();
  const waiting = await kept(vault);
  for (let from = 0; from < waiting.length; from += MOST_EVENTS) {
    const events = waiting.slice(from, from + MOST_EVENTS);
    await request(custodyCalls.addCustodyEvents, { body: { events } });
    await vault.remove(events.map(({ seq }) => keyOf(seq)));
  }
}
