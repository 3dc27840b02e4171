import type { Call } from 'portal-frame';
import { listCalls } from 'portal-frame/internal/server';
import app from '../../server/app.ts';
import { calls as declared } from '../../src/wire/index.ts';

/** A call's name. Those of plug-ins are not known to the types, as each may be left out. */
export type CallName = keyof typeof declared | (string & {});

/** Every call that the portal's server serves, by name: the frame's, its own and those of its plug-ins, with the fields they add. */
export const calls: typeof declared & Readonly<Record<string, Call>> = {
  ...declared,
  ...Object.fromEntries(listCalls(app).map(({ name, call }) => [name, call])),
};

export function getCall(name: CallName): Call {
  const call = calls[name];
  if (!call) throw new Error(`There is no call "${name}".`);
  return call;
}
