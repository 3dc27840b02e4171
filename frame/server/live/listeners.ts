import { Readable } from 'node:stream';
import type { Account } from '../base/requestAccount.ts';
import type { LiveEvent } from './eventBuffer.ts';

const MAX_STREAMS_PER_ACCOUNT = 20;
const MAX_BUFFERED_BYTES = 256 * 1024;
const OVER_MESSAGE = 'event: over\ndata: {}\n\n';

export const joinMessages = (events: readonly LiveEvent[]): string => events.map(({ message }) => message).join('');

export class Listener {
  readonly account: Account;
  readonly stream = new Readable({ read() {} });

  constructor(account: Account) {
    this.account = account;
  }

  write(text: string): void {
    if (this.stream.destroyed) return;
    if (this.stream.readableLength > MAX_BUFFERED_BYTES) this.stream.destroy();
    else this.stream.push(text);
  }

  close(): void {
    if (!this.stream.destroyed) this.stream.push(null);
  }
}

/** Listeners of this process, indexed by account and role. */
export class Listeners {
  private readonly byAudience = new Map<string, Set<Listener>>();
  readonly all = new Set<Listener>();

  add(listener: Listener): void {
    const { id, role } = listener.account;
    const own = [...(this.byAudience.get(id) ?? [])];
    for (const oldest of own.slice(0, Math.max(0, own.length + 1 - MAX_STREAMS_PER_ACCOUNT))) {
      oldest.write(OVER_MESSAGE);
      oldest.close();
      this.remove(oldest);
    }
    for (const name of [id, role]) this.byAudience.set(name, (this.byAudience.get(name) ?? new Set()).add(listener));
    this.all.add(listener);
    listener.stream.once('close', () => this.remove(listener));
  }

  findByAudience(audience: readonly string[]): Set<Listener> {
    return new Set(audience.flatMap((name) => [...(this.byAudience.get(name) ?? [])]));
  }

  /** Sends each listener its events in one write. */
  publish(events: readonly LiveEvent[]): void {
    const news = new Map<Listener, LiveEvent[]>();
    for (const event of events)
      for (const listener of this.findByAudience(event.audience)) {
        const own = news.get(listener);
        if (own) own.push(event);
        else news.set(listener, [event]);
      }
    for (const [listener, own] of news) listener.write(joinMessages(own));
  }

  remove(listener: Listener): void {
    const { id, role } = listener.account;
    this.all.delete(listener);
    for (const name of [id, role]) {
      const some = this.byAudience.get(name);
      some?.delete(listener);
      if (some?.size === 0) this.byAudience.delete(name);
    }
  }
}
