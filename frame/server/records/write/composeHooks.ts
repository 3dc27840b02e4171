import { ConfigError } from '../../../config/configError.ts';
import { HOOK_OPERATIONS, type HookContext, type HookOperation } from '../read/operationContext.ts';
import type { HookResult } from './hookLimits.ts';
import type { Hooks, HooksOf, TransactionHookContext } from './runHooks.ts';

/** Hooks of one resource, with their owner for messages. */
export interface OwnedHooks {
  owner: string;
  hooks: Hooks;
}

type Hook<C, T> = (context: C) => T | Promise<T>;

/** Runs the hooks one after the other. Each gets the values of those before it; the result has the values of all. */
const chainBefore =
  (all: readonly Hook<TransactionHookContext, HookResult>[]): Hook<TransactionHookContext, HookResult> =>
  async (context) => {
    let added: HookResult;
    for (const hook of all) {
      const values = await hook({ ...context, values: { ...context.values, ...added } });
      added = values ? { ...added, ...values } : added;
    }
    return added;
  };

/** Runs the hooks one after the other, until one fails. */
const runInTurn =
  <C>(all: readonly Hook<C, unknown>[]): Hook<C, void> =>
  async (context) => {
    for (const hook of all) await hook(context);
  };

/** Runs all hooks, although one may fail: the change is committed. Throws the first error at the end. */
const runEach =
  <C>(all: readonly Hook<C, unknown>[]): Hook<C, void> =>
  async (context) => {
    const errors: unknown[] = [];
    for (const hook of all)
      try {
        await hook(context);
      } catch (error) {
        errors.push(error);
      }
    if (errors.length > 0) throw errors.length === 1 ? errors[0] : new AggregateError(errors, String(errors[0]));
  };

/** Composes the hooks of each operation. */
const composePhase = <C, T>(
  phases: readonly (HooksOf<C, T> | undefined)[],
  compose: (all: readonly Hook<C, T>[], operation: HookOperation) => Hook<C, T>,
): HooksOf<C, T> =>
  Object.fromEntries(
    HOOK_OPERATIONS.flatMap((operation) => {
      const [first, ...others] = phases.flatMap((one) => one?.[operation] ?? []);
      return first ? [[operation, others.length > 0 ? compose([first, ...others], operation) : first]] : [];
    }),
  );

/** Throws a ConfigError if two owners have `prepare` for one operation: there is one result. */
function composePrepare(name: string, all: readonly OwnedHooks[]): HooksOf<HookContext, unknown> {
  const refuse = (operation: HookOperation): never => {
    const [first, second] = all.filter(({ hooks }) => hooks.prepare?.[operation]).map(({ owner }) => owner);
    throw new ConfigError([`${first} and ${second} both have the hook prepare.${operation} of ${name}.`]);
  };
  return composePhase(
    all.map(({ hooks }) => hooks.prepare),
    (_, operation) => refuse(operation),
  );
}

/** Composes the hooks that several owners have for the resource `name`, in the order in which they run. */
export function composeHooks(name: string, owned: readonly OwnedHooks[]): Hooks {
  const all = owned.map(({ hooks }) => hooks);
  const [only, ...others] = all;
  if (only && others.length === 0) return only;
  const afterAll = all.flatMap((one) => one.afterAll ?? []);
  const timeouts = all.flatMap(({ timeout }) => timeout ?? []);
  return {
    prepare: composePrepare(name, owned),
    before: composePhase(
      all.map(({ before }) => before),
      chainBefore,
    ),
    after: composePhase(
      all.map(({ after }) => after),
      runInTurn,
    ),
    committed: composePhase(
      all.map(({ committed }) => committed),
      runEach,
    ),
    ...(afterAll.length > 0 && { afterAll: runInTurn(afterAll) }),
    ...(timeouts.length > 0 && { timeout: Math.max(...timeouts) }),
  };
}
