import { createHash, randomUUID } from 'node:crypto';
import { type CustodyEvent, canonicalizeEvent } from '../wire/custodyApi.ts';

type Step = Partial<Pick<CustodyEvent, 'label' | 'visit' | 'handOver' | 'madeAt'>> & Pick<CustodyEvent, 'code'>;

/** An event with the hash that its content has. */
export const sealed = (event: Omit<CustodyEvent, 'hash'>): CustodyEvent => ({
  ...event,
  hash: createHash('sha256').update(canonicalizeEvent(event)).digest('hex'),
});

/** A phone without a network: what it records stands in its chain, to be sent later. */
export function phone() {
  const device = randomUUID();
  const events: CustodyEvent[] = [];
  return {
    device,
    events,
    record(step: Step): CustodyEvent {
      const before = events.at(-1);
      const event = sealed({
        label: '',
        visit: '',
        handOver: '',
        madeAt: new Date().toISOString(),
        ...step,
        device,
        seq: events.length + 1,
        previous: before?.hash ?? '',
      });
      events.push(event);
      return event;
    },
  };
}
