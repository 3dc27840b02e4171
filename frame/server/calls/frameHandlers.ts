import type { frameCalls } from '../../wire/index.ts';
import type { CallHandlers } from '../http/callHandler.ts';

type Calls = typeof frameCalls;

export type FrameHandlers = CallHandlers<Calls>;
/** Handlers of one file; `index.ts` does not compile if a call has none. */
export type SomeFrameHandlers = Partial<FrameHandlers>;
