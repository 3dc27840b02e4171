import { hasFeature, request } from 'portal-frame/browser';
import { getVault, type Vault, withTabLock } from 'portal-frame/device';
import type { DeviceLog } from '../../runSheet/browser/device/offlineQueue.ts';
import { type CustodyEvent, canonicalizeEvent, custodyCalls, MAX_CUSTODY_EVENTS } from '../wire/custodyApi.ts';

const EVENT_PREFIX = 'custody/';
const HEAD_KEY = 'custodyHead';

/** End of the chain. A session starts a new device id, because the vault is per session. */
type ChainHead = Pick<CustodyEvent, 'device' | 'seq' | 'hash'>;
type CustodyStepInput = Pick<CustodyEvent, 'code' | 'label' | 'visit' | 'handOver'>;

const getEventKey = (seq: number) => EVENT_PREFIX + String(seq).padStart(8, '0');

async function sha256(text: string): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

async function readEvents(vault: Vault): Promise<CustodyEvent[]> {
  const all = await Promise.all((await vault.keys(EVENT_PREFIX)).map((key) => vault.get<CustodyEvent>(key)));
  return all.flatMap((one) => one?.data ?? []).toSorted((a, b) => a.seq - b.seq);
}

/** Appends steps to this device's custody chain. Resolves once stored. */
export async function recordCustodySteps(steps: readonly CustodyStepInput[]): Promise<void> {
  if (!hasFeature('custody') || steps.length === 0) return;
  const vault = await getVault();
  await withTabLock('custody', async () => {
    const last = (await readEvents(vault)).at(-1);
    let head: ChainHead = (await vault.get<ChainHead>(HEAD_KEY))?.data ?? {
      device: crypto.randomUUID(),
      seq: 0,
      hash: '',
    };
    // The page may have closed between storing the event and the head.
    if (last && last.seq > head.seq) head = last;
    for (const step of steps) {
      const { device, seq, hash: previous } = head;
      const event = { ...step, device, seq: seq + 1, madeAt: new Date().toISOString(), previous };
      const made: CustodyEvent = { ...event, hash: await sha256(canonicalizeEvent(event)) };
      await vault.put(getEventKey(made.seq), made);
      head = { device, seq: made.seq, hash: made.hash };
    }
    await vault.put(HEAD_KEY, head);
  });
}

/** HL7 v2 codes of reports. */
const REPORT_CODES: { readonly [kind: string]: CustodyStepInput['code'] } = { tube: 'S39', couldNotDraw: 'S40' };

/** Sends unsent events in order. On an error the rest stays stored. */
async function sendCustodySteps(): Promise<void> {
  if (!hasFeature('custody')) return;
  const vault = await getVault();
  const waiting = await readEvents(vault);
  for (let from = 0; from < waiting.length; from += MAX_CUSTODY_EVENTS) {
    const events = waiting.slice(from, from + MAX_CUSTODY_EVENTS);
    await request(custodyCalls.addCustodyEvents, { body: { events } });
    await vault.remove(events.map(({ seq }) => getEventKey(seq)));
  }
}

const log: DeviceLog = {
  async addReport(visit, { kind, label = '' }) {
    const code = REPORT_CODES[kind];
    if (code) await recordCustodySteps([{ code, label, visit, handOver: '' }]);
  },
  send: sendCustodySteps,
};
export default log;
