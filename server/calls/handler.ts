import type { CallHandlers, CallInput } from 'portal-frame/server';
import type { appCalls } from '../../src/wire/index.ts';

type Calls = typeof appCalls;
type CallName = keyof Calls;

export type Input<N extends CallName> = CallInput<Calls[N]>;
export type Handlers = CallHandlers<Calls>;
/** Handlers of one file; `index.ts` does not compile if a call has none. */
export type SomeHandlers = Partial<Handlers>;
