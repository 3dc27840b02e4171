import { CHIP_ICONS, CHIP_TONES } from '../../fields/chips.ts';
import { getTargetName, isChoice, isReference, isSingleValue } from '../../fields/fieldTypes.ts';
import { type Field, NUMBER_STORAGES } from '../../fields/kind.ts';
import { listTemplateFields } from '../../fields/reference.ts';
import { checkWhere, getOperators } from '../../where/checkWhere.ts';
import { parseWhere } from '../../where/parseWhere.ts';
import { listPaths } from '../../where/where.ts';
import type { Role } from '../../wire/call.ts';
import { toEntry } from '../app/entries.ts';
import type { ErrorReporter } from '../configError.ts';
import { type AnyResource, type FilterConfig, mayDo } from '../resource.ts';
import { mayRead } from '../rights.ts';
import { createPathResolver } from '../rowRules.ts';
import { label } from '../schemas/schemaParts.ts';

type Options = Field & Record<string, unknown>;

const NUMBERS: readonly string[] = [...NUMBER_STORAGES, 'moment'];

/** Pairs of lower and upper limit. */
const ENDS = [
  ['min', 'max'],
  ['least', 'most'],
] as const;

function checkChoices(key: string, { choices }: Options, report: ErrorReporter): boolean {
  const place = `${key}.choices`;
  if (!Array.isArray(choices) || choices.length === 0) {
    report(place, choices, 'a list of values');
    return false;
  }
  let sound = true;
  choices.forEach((value: unknown, index) => {
    const isText = typeof value === 'string' && value.trim() !== '';
    if (isText && choices.indexOf(value) === index) return;
    sound = false;
    report(`${place}.${index}`, value, isText ? 'a value that is not there already' : 'a text');
  });
  return sound;
}

/** Checks tone and icon of a chip. */
function checkLook(
  place: string,
  look: Record<string, unknown>,
  options: readonly string[],
  report: ErrorReporter,
): void {
  for (const option of Object.keys(look))
    if (!options.includes(option)) report(`${place}.${option}`, option, `one of ${options.join(', ')}`, options);
  const expectOne = (option: 'tone' | 'icon', names: readonly string[]) => {
    if (look[option] !== undefined && !names.includes(String(look[option])))
      report(`${place}.${option}`, look[option], `one of ${names.join(', ')}`, names);
  };
  expectOne('tone', CHIP_TONES);
  expectOne('icon', CHIP_ICONS);
}

function checkValues(key: string, { choices, values, otherwise }: Options, report: ErrorReporter): void {
  const allowed = choices as string[];
  for (const [value, look] of Object.entries((values ?? {}) as Record<string, Record<string, unknown>>)) {
    const place = `${key}.values.${value}`;
    if (!allowed.includes(value)) report(place, value, 'a value of the choice', allowed);
    checkLook(place, look ?? {}, ['label', 'tone', 'icon'], report);
  }
  checkLook(`${key}.otherwise`, (otherwise ?? {}) as Record<string, unknown>, ['tone', 'icon'], report);
}

export function checkCommonOptions(key: string, field: Options, report: ErrorReporter): void {
  for (const option of ['required', 'unique', 'readOnly'] as const)
    if (field[option] !== undefined && typeof field[option] !== 'boolean')
      report(`${key}.${option}`, field[option], 'true or false');
  for (const option of ['label', 'help', 'placeholder'] as const)
    if (field[option] !== undefined && !label.safeParse(field[option]).success)
      report(`${key}.${option}`, field[option], 'a text, or one for each language such as { en, es }');
}

/** Checks options that the kind needs to build a schema. Returns false if they are unusable. */
export function checkKindOptions(key: string, field: Options, report: ErrorReporter): boolean {
  if (isChoice(field)) {
    if (!checkChoices(key, field, report)) return false;
    checkValues(key, field, report);
  }
  let sound = true;
  for (const [low, high] of ENDS) {
    for (const end of [low, high].filter((one) => field[one] !== undefined && typeof field[one] !== 'number')) {
      sound = false;
      report(`${key}.${end}`, field[end], 'a number');
    }
    if (typeof field[low] !== 'number' || typeof field[high] !== 'number' || field[low] <= field[high]) continue;
    sound = false;
    report(`${key}.${low}`, field[low], `at most ${high}, which is ${field[high]}`);
  }
  return sound;
}

const toListKey = (part: string, index: number) => ['list', part, index].join('.');

/** Checks the conditions of tabs. Every role with the list must be able to read their fields, as a tab reveals them. */
function checkTabs(resource: AnyResource, report: ErrorReporter, all: readonly AnyResource[]): void {
  for (const [index, { where, parameters }] of (resource.list.tabs ?? []).entries()) {
    const key = toListKey('tabs', index);
    if (resource.api && where) report(`${key}.where`, where, 'parameters of the list call instead');
    if (!resource.api && parameters) report(`${key}.parameters`, parameters, 'where instead');
    if (resource.api || !where) continue;
    checkWhere(where, `${key}.where`, createPathResolver(resource, all), report);
    for (const role of Object.keys(resource.roles) as Role[])
      for (const { path } of mayDo(resource, role, 'list') ? listPaths(parseWhere(where)) : [])
        if (!mayRead(resource, role, path[0] ?? '')) report(`${key}.where`, path[0], `a field that ${role} may read`);
  }
}

/** Checks names and kinds of the fields that a list filters, sorts and searches by. */
export function checkList(resource: AnyResource, report: ErrorReporter, all: readonly AnyResource[]): void {
  const { api, list, fields } = resource;
  checkTabs(resource, report, all);
  const filters = (list.filters ?? []).map((one) => toEntry<FilterConfig<string>>(one));
  const names = filters.map(({ name, field }) => name ?? field);
  names.forEach((name, index) => {
    if (names.indexOf(name) !== index)
      report(toListKey('filters', index), name, 'a name that no other filter has; give it one with `name`');
  });
  filters.forEach(({ where }, index) => {
    const key = `${toListKey('filters', index)}.where`;
    if (where && !resource.table?.served) report(key, where, 'nothing: only filters of a served table have one');
    else if (where) checkWhere(where, key, createPathResolver(resource, all), report);
  });
  if (api) return;
  filters.forEach(({ field: name, operator }, index) => {
    const field = fields[name];
    if (field?.kind.filter === false && !operator)
      report(toListKey('filters', index), name, 'a field that can be filtered, or an `operator` for it');
    if (!field || !operator) return;
    const operators = [...getOperators(field), ...(getOperators(field).includes('equals') ? ['not', 'notIn'] : [])];
    if (!operators.includes(operator))
      report(`${toListKey('filters', index)}.operator`, operator, `one of ${operators.join(', ')}`, operators);
  });
  for (const part of ['sortable', 'search'] as const)
    for (const [index, name] of (list[part] ?? []).entries())
      if (name in fields && !isSingleValue(fields[name]))
        report(toListKey(part, index), name, 'a field whose values can be compared: no list and no file');
  for (const [index, name] of (list.nullsLast ?? []).entries())
    if (name in fields && !NUMBERS.includes(String(fields[name]?.kind.storage)))
      report(toListKey('nullsLast', index), name, 'a field that holds a number or a moment');
  for (const [name, { unique, kind }] of Object.entries(fields))
    if (unique && kind && !isSingleValue(fields[name]))
      report(`fields.${name}.unique`, unique, 'a field whose values can be compared: no list and no file');
}

export function checkReferenceText(key: string, { text }: Options, target: AnyResource, report: ErrorReporter): void {
  const allowed = ['id', ...Object.keys(target.fields)];
  for (const name of listTemplateFields(String(text ?? '')))
    if (!allowed.includes(name)) report(`${key}.text`, name, `a field of ${target.name}`, allowed);
}

/** Checks that a title names fields, and references only to records whose own title names none. */
export function checkTitle(
  { name, title, fields }: AnyResource,
  report: ErrorReporter,
  all: readonly AnyResource[],
): void {
  const names = listTemplateFields(title ?? '');
  if (names.length === 0) report('title', title, "a template with a field, such as '{name}'");
  for (const one of names) {
    const target = all.find((other) => other.name === getTargetName(fields[one]));
    if (!fields[one]) report('title', one, `one of the fields of ${name}`, Object.keys(fields));
    if (target && listTemplateFields(target.title ?? '').some((part) => isReference(target.fields[part])))
      report('title', one, 'a field, or a reference to records whose own title names no reference');
  }
}

/** Reports a screen's path that is below another's, or above one: `/a/x` would open record x of the list `/a`. */
export function checkPaths(
  paths: ReadonlyMap<string, { key: string; report: ErrorReporter }>,
  others: ReadonlyMap<string, string>,
): void {
  const all = [...paths.keys(), ...[...others.keys()].filter((path) => path.length > 1)];
  for (const [path, { key, report }] of paths) {
    const above = all.find((other) => path.startsWith(`${other}/`));
    if (above) report(key, path, `a path that stands below no other (${above} has all below it)`);
    const below = [...others.keys()].find((other) => other.startsWith(`${path}/`));
    if (below) report(key, path, `a path with no other below it (${below} belongs to ${others.get(below)})`);
  }
}
