import type { CallHandler, CallHandlers, CallInput } from '../../frame/server/http/callHandler.ts';
import type { appCalls } from '../../src/wire/index.ts';

type Calls = typeof appCalls;
type CallName = keyof Calls;

/** What the handler of one of the portal's calls is given. */
export type Input<N extends CallName> = CallInput<Calls[N]>;
/** Does what one of the portal's calls asks for. */
export type Handler<N extends CallName> = CallHandler<Calls[N]>;
/** A handler for each of these of the portal's calls; for all of them where none are named. */
export type Handlers<N extends CallName = CallName> = CallHandlers<Calls, N>;
