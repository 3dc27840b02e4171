import type { Call } from 'portal-frame';
import { type CallName, calls as declared } from '../../src/wire/index.ts';

/** Modules with calls of features, of those that are there. */
const modules = import.meta.glob<Record<string, unknown>>('/features/*/wire/*Api.ts', { eager: true });

const isCalls = (value: unknown): value is Record<string, Call> =>
  typeof value === 'object' && value !== null && Object.values(value).some((one) => one?.path && one.method);

/** Calls of the portal and of its features, by name. */
export const calls: typeof declared & Readonly<Record<string, Call>> = Object.assign(
  {},
  ...Object.values(modules).flatMap((module) => Object.values(module).filter(isCalls)),
  declared,
);

/** Name of a call; those of features are not known to the types, as each may be left out. */
export type AnyCallName = CallName | (string & {});
