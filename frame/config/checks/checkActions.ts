import { isChoice } from '../../fields/fieldTypes.ts';
import { checkWhere } from '../../where/checkWhere.ts';
import { getAction, listActionNames } from '../actions.ts';
import { toEntry } from '../app/entries.ts';
import type { ErrorReporter } from '../configError.ts';
import { PERMISSIONS } from '../permissions.ts';
import { isUserInput } from '../related/lookups.ts';
import { type AnyResource, type EntryConfig, mayDo } from '../resource.ts';
import { listRoles, mayWrite } from '../rights.ts';
import { createPathResolver } from '../rowRules.ts';
import { isServerManaged } from '../tableConfig.ts';
import { getFieldSchema } from '../validate.ts';

/** Names of built-in operations. */
const TAKEN: readonly string[] = [...PERMISSIONS, 'history', 'restore'];

const choicesOf = ({ fields }: AnyResource, name: string): readonly string[] => {
  const field = fields[name];
  return isChoice(field) ? field.choices : [];
};

const isFile = ({ fields }: AnyResource, field: string) => fields[field]?.kind.storage.startsWith('file') ?? false;

/** Checks states against their field. Each transition needs a role that may run it; with serverOnly, no role may. */
function checkStates(resource: AnyResource, report: ErrorReporter): void {
  const { states, fields, create, edit } = resource;
  if (!states) return;
  const { field, start, transitions } = states;
  if (!isServerManaged(resource))
    report('states', field, 'nothing: if a resource has its own calls, its host defines the states');
  if (fields[field] && !(isChoice(fields[field]) && isUserInput(fields[field]))) {
    report('states.field', field, 'a field of the kind choice that is not derived from others');
    return;
  }
  const choices = choicesOf(resource, field);
  const expectState = (key: string, state: string) => {
    if (!choices.includes(state)) report(key, state, `a value of ${field}`, choices);
  };
  expectState('states.start', start);
  for (const [name, { from, to, serverOnly: server }] of Object.entries(transitions)) {
    const key = `states.transitions.${name}`;
    if (typeof from === 'string') expectState(`${key}.from`, from);
    else for (const [index, state] of from.entries()) expectState(`${key}.from.${index}`, state);
    expectState(`${key}.to`, to);
    if (resource.actions?.[name]) report(key, name, 'a name that no action has');
    const isSomebodys = listRoles(resource).some((role) => mayDo(resource, role, name));
    if (server && isSomebodys) report(`${key}.serverOnly`, true, 'no role whose `can` names it');
    if (!server && !isSomebodys) report(key, name, 'a role whose `can` names it');
  }
  const filled = [...(create?.groups ?? []), ...(edit?.groups ?? [])].flatMap((group) => group.fields);
  if (filled.some((one) => toEntry<EntryConfig<string>>(one).field === field))
    report('states.field', field, 'a field that no form has: its transitions change it');
}

/** Checks that a fixed value of an action fits the field that it sets. Functions are not checked. */
function checkSet(resource: AnyResource, name: string, value: unknown, key: string, report: ErrorReporter): void {
  const field = resource.fields[name];
  if (!field?.kind?.schema || typeof value === 'function') return;
  const fits = value === null ? !field.required : getFieldSchema(field).safeParse(value).success;
  if (!fits)
    report(
      key,
      value,
      value === null ? `a value, as ${name} is required` : `a value of ${name}`,
      choicesOf(resource, name),
    );
}

/** Checks that `asks` names values of the action's field, and actions with a dialog. */
function checkAsks(resource: AnyResource, name: string, report: ErrorReporter): void {
  const { actions = {} } = resource;
  const { asks = {}, field = '' } = actions[name] ?? {};
  const choices = choicesOf(resource, field);
  for (const [value, by] of Object.entries(asks)) {
    if (!choices.includes(value)) report(`actions.${name}.asks`, value, `a value of ${field}`, choices);
    if (!actions[by] || actions[by].component || actions[by].value !== undefined)
      report(`actions.${name}.asks.${value}`, by, 'an action that has a dialog', Object.keys(actions));
  }
}

/** Checks that roles may write the fields their actions ask for, and that set values are valid. */
export function checkActions(resource: AnyResource, report: ErrorReporter, all: readonly AnyResource[]): void {
  checkStates(resource, report);
  if (resource.history && resource.api) report('history', true, 'nothing: what a host keeps is its own affair');
  const { actions = {}, states, show } = resource;
  const named = [...Object.keys(actions), ...Object.keys(states?.transitions ?? {})];
  for (const [index, name] of (show?.primaryActions ?? []).entries())
    if (!named.includes(name))
      report(`show.primaryActions.${index}`, name, 'the name of an action or transition', named);
  for (const name of listActionNames(resource)) {
    const key = resource.actions?.[name] ? `actions.${name}` : `states.transitions.${name}`;
    if (TAKEN.includes(name)) report(key, name, `a name other than ${TAKEN.join(', ')}`);
    if (!/^[a-z]\w*$/i.test(name)) report(key, name, 'a name of letters and digits, such as handOver');
    const { when } = resource.actions?.[name] ?? resource.states?.transitions[name] ?? {};
    if (when) checkWhere(when, `${key}.when`, createPathResolver(resource, all), report);
    checkAsks(resource, name, report);
    const { inputs: ask, values: set = {} } = getAction(resource, name) ?? {};
    if (resource.api && resource.states?.transitions[name]?.inputs)
      report(`${key}.inputs`, ask, 'nothing: it is for collections');
    const fixed = resource.actions?.[name]?.value === undefined ? undefined : resource.actions[name]?.field;
    for (const [one, value] of Object.entries(set)) {
      if (one === resource.states?.field) continue;
      const field = resource.fields[one];
      if (field && !isUserInput(field)) report(`${key}.values.${one}`, one, 'a field that is not derived from others');
      else if (field) checkSet(resource, one, value, one === fixed ? `${key}.value` : `${key}.values.${one}`, report);
      else report(`${key}.values.${one}`, one, `one of the fields of ${resource.name}`, Object.keys(resource.fields));
    }
    const files = (ask ?? [])
      .map((one) => toEntry<EntryConfig<string>>(one).field)
      .filter((one) => isFile(resource, one));
    if (resource.actions?.[name]?.bulk || resource.states?.transitions[name]?.bulk)
      for (const field of files) report(`${key}.bulk`, true, `an action that asks for no files (${field} is one)`);
    for (const role of listRoles(resource).filter((one) => mayDo(resource, one, name)))
      for (const { field } of resource.api ? [] : (getAction(resource, name, role)?.roleInputs ?? []))
        if (field in resource.fields && !mayWrite(resource, role, field))
          report(`roles.${role}.can`, name, `an action whose fields ${role} may write (${field} is not among them)`);
  }
}
