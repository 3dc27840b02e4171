import type { frameCalls } from '../../wire/index.ts';
import type { HandlersOf } from '../http/handler.ts';

type Calls = typeof frameCalls;

/** A handler for each of these of the frame's calls; for all of them where none are named. */
export type Handlers<N extends keyof Calls = keyof Calls> = HandlersOf<Calls, N>;
