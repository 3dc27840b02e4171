import type { Label, Lazy } from '../fields/kind.ts';
import type { Role } from '../wire/call.ts';
import { getVisibleEntries } from './entries.ts';
import { type ActionProps, type AnyResource, type EntryConfig, mayDo } from './resource.ts';
import { isBlank } from './validate.ts';

/** What actions and transitions can say alike. */
interface ActionOptions<N extends string> {
  label?: Label;
  /** The word on its button. */
  submitLabel?: Label;
  /** Fields that it asks for; they are required unless their entry says `required: false`. */
  inputs?: readonly (N | EntryConfig<N>)[];
  /** Fields that it sets: values, or functions of the moment (frame/config/dynamicValues.ts). */
  values?: { readonly [K in N]?: unknown };
  /** Asked before it is done. */
  question?: Label;
  /** Offered for many selected records too: all of them change, or none. */
  bulk?: boolean;
  success?: Label;
}

/** A named change of a field, and of others with it. */
export interface ActionConfig<N extends string> extends ActionOptions<N> {
  field: N;
  /**
   * Where it stands: in the list's column that names it, in the popup, or as a button in the popup's head that asks for
   * the value in a dialog.
   */
  placement: 'row' | 'show' | 'head';
  /** The value that it always sets: nothing is asked then. */
  value?: null | string | boolean;
  /** Can be taken back: by the action `undo` of the API, which is given the former value. */
  undo?: boolean;
  /** The fields that it changes besides, which are taken back with it. */
  undoFields?: readonly N[];
  /** Offered only while this field is empty. */
  whileEmpty?: N;
  /** Offered only while this field is filled. */
  whileFilled?: N;
  /** Offered only while these fields have one of these values. */
  while?: { readonly [K in N]?: readonly string[] };
  component?: Lazy<ActionProps>;
}

/** A change of a record's state, for the roles whose `can` names it. */
export interface TransitionConfig<N extends string> extends ActionOptions<N> {
  /** The states that it leads from. */
  from: string | readonly string[];
  /** The state that it leads to. */
  to: string;
  /** Done by the server's own code alone, with what it belongs to: no role's `can` names it. */
  serverOnly?: boolean;
}

/** The states of a record: a choice that nothing but its transitions changes. */
export interface StatesConfig<N extends string, T extends string> {
  /** The choice. */
  field: N;
  /** The state of a new record. */
  start: string;
  transitions: { readonly [K in T]: TransitionConfig<N> };
}

/** An action or a transition as the views and the server take it. */
export interface NamedAction extends ActionOptions<string> {
  name: string;
  /** What a person fills in for it. */
  roleInputs: readonly EntryConfig<string>[];
  values: Readonly<Record<string, unknown>>;
  /** Transitions: where they lead from. */
  from?: readonly string[];
  /** Transitions: where they lead to. */
  to?: string;
  whileEmpty?: string | undefined;
  whileFilled?: string | undefined;
  while?: Readonly<Record<string, readonly string[] | undefined>>;
}

const list = <T>(one: T | readonly T[]): readonly T[] => (Array.isArray(one) ? one : [one]) as readonly T[];

const asksOf = (ask: ActionOptions<string>['inputs'], role: Role | undefined): EntryConfig<string>[] =>
  (role ? getVisibleEntries<EntryConfig<string>>(ask ?? [], role) : []).map((entry) => ({ required: true, ...entry }));

/** The action or transition of that name; what it asks for is what it asks `role` for. */
export function getAction(resource: AnyResource, name: string, role?: Role): NamedAction | undefined {
  const action = resource.actions?.[name];
  const { field = '', transitions } = resource.states ?? {};
  const transition = transitions?.[name];
  if (action) {
    const set = { ...action.values, ...(action.value !== undefined && { [action.field]: action.value }) };
    const first = action.field in set ? [] : asksOf([action.field], role);
    return { ...action, name, roleInputs: [...first, ...asksOf(action.inputs, role)], values: set };
  }
  if (!transition) return undefined;
  const { from, to, inputs: ask, values: set } = transition;
  return { ...transition, name, roleInputs: asksOf(ask, role), from: list(from), to, values: { ...set, [field]: to } };
}

/** The names of a resource's actions and transitions: rights beside those that every resource knows. */
export const listActionNames = ({ actions = {}, states }: AnyResource): string[] => [
  ...Object.keys(actions),
  ...Object.keys(states?.transitions ?? {}),
];

/** Whether an action is more than a change of its one field: a collection has an address for it. */
export function hasEndpoint(resource: AnyResource, name: string): boolean {
  const { inputs: ask, values: set, bulk, value } = resource.actions?.[name] ?? {};
  return Boolean(!resource.api && (ask || set || bulk || value !== undefined || resource.states?.transitions[name]));
}

/** The field for whose value an action is not offered for a record as it is; undefined where it is offered. */
export function findUnmetField(
  { whileEmpty, whileFilled, while: values = {} }: Pick<NamedAction, 'while' | 'whileEmpty' | 'whileFilled'>,
  record: Readonly<Record<string, unknown>>,
): string | undefined {
  const other = Object.entries(values).find(([name, allowed]) => !allowed?.includes(String(record[name] ?? '')));
  if (other) return other[0];
  if (whileEmpty && !isBlank(record[whileEmpty])) return whileEmpty;
  return whileFilled && isBlank(record[whileFilled]) ? whileFilled : undefined;
}

/** Whether a record is in a state for an action. */
export function isActionAvailable(
  resource: AnyResource,
  action: Pick<NamedAction, 'from' | 'while' | 'whileEmpty' | 'whileFilled'>,
  record: Readonly<Record<string, unknown>>,
): boolean {
  const state = record[resource.states?.field ?? ''];
  return (!action.from || action.from.includes(String(state))) && findUnmetField(action, record) === undefined;
}

/** The transition that leads to a state, of those that a role may do. */
export const findTransitionTo = (resource: AnyResource, role: Role, state: string): NamedAction | undefined =>
  Object.entries(resource.states?.transitions ?? {}).flatMap(([name, { to }]) =>
    to === state && mayDo(resource, role, name) ? (getAction(resource, name, role) ?? []) : [],
  )[0];

/** The transitions that a role may do with a record as it is; those that calls of their own stand for are no buttons. */
export const listAvailableTransitions = (
  resource: AnyResource,
  role: Role,
  record: Readonly<Record<string, unknown>>,
): NamedAction[] =>
  Object.keys((!resource.api && resource.states?.transitions) || {}).flatMap((name) => {
    const found = mayDo(resource, role, name) ? getAction(resource, name, role) : undefined;
    return found && isActionAvailable(resource, found, record) ? found : [];
  });

/** What a role may do with many selected records. */
export const listBulkActions = (resource: AnyResource, role: Role): NamedAction[] =>
  listActionNames(resource).flatMap((name) => {
    const found = mayDo(resource, role, name) ? getAction(resource, name, role) : undefined;
    return found?.bulk ? found : [];
  });
