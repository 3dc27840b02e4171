import { type MatchContext, matches } from '../where/matchWhere.ts';
import { parseWhere } from '../where/parseWhere.ts';
import { getConjuncts, listPaths, type Where } from '../where/where.ts';
import type { Role } from '../wire/call.ts';
import { getVisibleEntries } from './app/entries.ts';
import type { ValueContext } from './computedValues.ts';
import { mayDo } from './rights.ts';
import type { actionOptions, actionSchema, statesSchema, transition } from './schemas/actionSchema.ts';
import type { Keys } from './schemas/keyTypes.ts';
import type { AnyResource } from './types/anyResource.ts';
import type { EntryConfig } from './viewConfig.ts';

type UntypedValues = Record<string, unknown>;
type NameIn<R> = keyof R & string;

interface OptionParts<R extends object> {
  field: NameIn<R>;
  entry: EntryConfig<NameIn<R>>;
  values: { readonly [K in keyof R]?: R[K] | null | ((context: ValueContext) => unknown) };
  where: Where<R>;
}

/** Options shared by actions and transitions. */
type ActionOptions = Keys<typeof actionOptions, OptionParts<UntypedValues>>;

interface ActionParts<R extends object, K extends NameIn<R>> extends OptionParts<R> {
  changed: K;
  value: null | ([unknown] extends [R[K]] ? string | boolean : Extract<R[K], string | boolean>);
}
/** Named update of the field `K`, optionally with others. */
interface FieldAction<R extends object, K extends NameIn<R>> extends Keys<typeof actionSchema, ActionParts<R, K>> {}
/** Named update of a record. Its field decides which value fits. */
export type ActionConfig<R extends object = UntypedValues> = { [K in NameIn<R>]: FieldAction<R, K> }[NameIn<R>];

/** State change for the roles whose `can` lists it. `S` are the states. */
interface TransitionConfig<R extends object, S> extends Keys<typeof transition, OptionParts<R> & { state: S }> {}

type StateIn<V> = [unknown] extends [V] ? string : Extract<V, string>;
interface StateParts<R extends object, T extends string, K extends NameIn<R>> {
  changed: K;
  state: StateIn<R[K]>;
  transitions: { readonly [P in T]: TransitionConfig<R, StateIn<R[K]>> };
}
interface FieldStates<R extends object, T extends string, K extends NameIn<R>>
  extends Keys<typeof statesSchema, StateParts<R, T, K>> {}
/** Workflow of a choice field that only transitions may change. */
export type StatesConfig<R extends object, T extends string> = {
  [K in NameIn<R>]: FieldStates<R, T, K>;
}[NameIn<R>];

/** Action or transition, normalized for views and server. */
export interface NamedAction extends ActionOptions {
  name: string;
  /** Inputs shown to the role. */
  roleInputs: readonly EntryConfig<string>[];
  values: Readonly<Record<string, unknown>>;
  /** Transitions only. */
  from?: readonly string[];
  /** Transitions only. */
  to?: string;
}

const toInputs = (inputs: ActionOptions['inputs'] = [], role: Role | undefined): EntryConfig<string>[] =>
  role ? getVisibleEntries<EntryConfig<string>>(inputs, role).map((entry) => ({ required: true, ...entry })) : [];

/** Returns the action or transition called `name`, with the inputs that `role` fills in (none without a role). */
export function getAction(resource: AnyResource, name: string, role?: Role): NamedAction | undefined {
  const action = resource.actions?.[name];
  const { field = '', transitions } = resource.states ?? {};
  const transition = transitions?.[name];
  if (action) {
    const values = { ...action.values, ...(action.value !== undefined && { [action.field]: action.value }) };
    const first = action.field in values ? [] : toInputs([action.field], role);
    return { ...action, name, roleInputs: [...first, ...toInputs(action.inputs, role)], values };
  }
  if (!transition) return undefined;
  const { from, to, inputs, values } = transition;
  return {
    ...transition,
    name,
    roleInputs: toInputs(inputs, role),
    from: [from].flat(),
    to,
    values: { ...values, [field]: to },
  };
}

/** Lists the names of actions and transitions, which `can` may contain. */
export const listActionNames = ({ actions = {}, states }: AnyResource): string[] => [
  ...Object.keys(actions),
  ...Object.keys(states?.transitions ?? {}),
];

/** True if the action or transition of a collection has its own endpoint. Others are updates of a single field. */
export function hasEndpoint(resource: AnyResource, name: string): boolean {
  const { inputs, values, bulk, value } = resource.actions?.[name] ?? {};
  return Boolean(
    !resource.api && (inputs || values || bulk || value !== undefined || resource.states?.transitions[name]),
  );
}

/** Returns the first field whose value contradicts the action's `when`; undefined if the record meets it. */
export function findUnmetField(
  { fields }: AnyResource,
  { when }: { when?: Where | undefined },
  record: Readonly<Record<string, unknown>>,
  context: MatchContext,
): string | undefined {
  const parts = when ? getConjuncts(parseWhere(when)) : [];
  const unmet = parts.find((part) => !matches(part, record, { fields, ...context }));
  return unmet && ([...listPaths(unmet)][0]?.path[0] ?? '');
}

/** True if the record is in a state from which the transition starts. */
export const isInState = ({ states }: AnyResource, { from }: NamedAction, record: Readonly<Record<string, unknown>>) =>
  !from || from.includes(String(record[states?.field ?? '']));

/** True if the record's state and values allow the action. */
export const isActionAvailable = (
  resource: AnyResource,
  action: NamedAction,
  record: Readonly<Record<string, unknown>>,
  context: MatchContext,
): boolean => isInState(resource, action, record) && findUnmetField(resource, action, record, context) === undefined;

/** Lists the named actions that the role may run. */
const listAllowed = (resource: AnyResource, role: Role, names: readonly string[]): NamedAction[] =>
  names.flatMap((name) => (mayDo(resource, role, name) ? (getAction(resource, name, role) ?? []) : []));

/** Finds the transition to `state` that the role may run. */
export const findTransitionTo = (resource: AnyResource, role: Role, state: string): NamedAction | undefined =>
  listAllowed(resource, role, Object.keys(resource.states?.transitions ?? {})).find(({ to }) => to === state);

/** Lists the transitions that the role may run on this record. Resources with an `api` have none here. */
export const listAvailableTransitions = (
  resource: AnyResource,
  role: Role,
  record: Readonly<Record<string, unknown>>,
  context: MatchContext,
): NamedAction[] =>
  listAllowed(resource, role, Object.keys((!resource.api && resource.states?.transitions) || {})).filter((action) =>
    isActionAvailable(resource, action, record, context),
  );

/** Lists the actions and transitions that the role may run on several records. */
export const listBulkActions = (resource: AnyResource, role: Role): NamedAction[] =>
  listAllowed(resource, role, listActionNames(resource)).filter(({ bulk }) => bulk);
