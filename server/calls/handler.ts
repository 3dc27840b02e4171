import type { CallHandler, CallHandlers, CallInput } from 'portal-frame/server';
import type { appCalls } from '../../src/wire/index.ts';

type Calls = typeof appCalls;
type CallName = keyof Calls;

export type Input<N extends CallName> = CallInput<Calls[N]>;
export type Handler<N extends CallName> = CallHandler<Calls[N]>;
export type Handlers<N extends CallName = CallName> = CallHandlers<Calls, N>;
