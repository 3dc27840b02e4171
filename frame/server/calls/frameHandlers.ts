import type { frameCalls } from '../../wire/index.ts';
import type { CallHandlers } from '../http/callHandler.ts';

type Calls = typeof frameCalls;

/** Handlers of the frame's calls, or of the named ones. */
export type FrameHandlers<N extends keyof Calls = keyof Calls> = CallHandlers<Calls, N>;
