import type { frameCalls } from '../../wire/index.ts';
import type { CallHandlers } from '../http/callHandler.ts';

type Calls = typeof frameCalls;

/** A handler for each of these of the frame's calls; for all of them where none are named. */
export type FrameHandlers<N extends keyof Calls = keyof Calls> = CallHandlers<Calls, N>;
