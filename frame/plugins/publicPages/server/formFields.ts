import type { AnyResource, Field, Label, Role } from 'portal-frame';
import { getInputOptions, getKeyField, getTargetName, isChoice, isReferring } from 'portal-frame';
import { type EntryConfig, getVisibleEntries } from 'portal-frame/plugin';
import { type RecordsContext, type RequestTexts, records } from 'portal-frame/server';
import { fillTemplate, splitWords, translateLabel } from 'portal-frame/server/plugins';
import { parsePlainNumber } from 'portal-frame/wire';
import { type Html, html } from './html.ts';

/** Records that a select offers at most. */
const MAX_OPTIONS = 200;

const INPUT_TYPES: Readonly<Record<string, string>> = { number: 'number', date: 'date' };

/** Returns the type of a field's `<input>`: of its kind, or of the input of its kind. */
const getInputType = ({ kind, ...options }: Field): string =>
  String(kind.inputProps?.(options).type ?? INPUT_TYPES[String(kind.input)] ?? 'text');

export interface FormValues {
  values: Readonly<Record<string, string>>;
  /** Messages by field. */
  errors: Readonly<Record<string, string>>;
}

/** Translates a text of a config. */
export const translateText = (label: Label, { translate, language }: RequestTexts): string =>
  translateLabel(label, { t: translate, locale: language });

/** Returns the label of a field. */
export function getFieldLabel({ name, fields }: AnyResource, entry: EntryConfig<string>, texts: RequestTexts): string {
  const label = entry.label ?? fields[entry.field]?.label;
  const key = `resources.${name}.fields.${entry.field}`;
  return label ? translateText(label, texts) : texts.translate(key, { _: splitWords(entry.field) });
}

/** Returns the entries of the create form that the role may fill in, in their order. */
export const listInputs = ({ create, fields }: AnyResource, role: Role): EntryConfig<string>[] =>
  (create?.groups ?? [])
    .flatMap((group) => getVisibleEntries<EntryConfig<string>>(group.fields, role))
    .filter(({ field }) => fields[field] && !fields[field].readOnly);

/** Returns the fixed defaults of these entries, as a form holds them. */
export const getDefaultTexts = (
  { fields }: AnyResource,
  entries: readonly EntryConfig<string>[],
): Record<string, string> =>
  Object.fromEntries(
    entries.flatMap(({ field }): [string, string][] => {
      const value = fields[field]?.default;
      return ['string', 'number', 'boolean'].includes(typeof value)
        ? [[field, value === false ? '' : String(value)]]
        : [];
    }),
  );

interface Option {
  value: string;
  text: string;
}

/** Lists what a choice or reference offers to the caller. */
async function listOptions(context: RecordsContext, field: Field, texts: RequestTexts): Promise<Option[] | undefined> {
  const intl = { t: texts.translate, locale: texts.language, timeZone: context.services.config.timeZone };
  if (isChoice(field)) return field.choices.map((value) => ({ value, text: field.kind.show(value, field, intl).text }));
  const target = context.services.resources.find(({ name }) => name === getTargetName(field));
  if (!target || !isReferring(field)) return undefined;
  const { records: found } = await records(context).find(target.name, { perPage: MAX_OPTIONS });
  return found.map((record) => {
    const one = record as Record<string, unknown>;
    return { value: String(one[getKeyField(field)]), text: fillTemplate(field.text ?? target.title, one) };
  });
}

const renderSelect = (attributes: Html, options: readonly Option[], chosen: string): Html =>
  html`<select ${attributes}><option value=""></option>${options.map(
    ({ value, text }) => html`<option value="${value}"${value === chosen && html` selected`}>${text}</option>`,
  )}</select>`;

function getLengthLimit(field: Field): number {
  const { most } = getInputOptions(field);
  return most ?? (field.kind.input === 'longText' ? 4000 : 500);
}

/** Renders the input of one field with its label, help and error. */
export async function renderInput(
  context: RecordsContext,
  resource: AnyResource,
  entry: EntryConfig<string>,
  { values, errors }: FormValues,
  texts: RequestTexts,
): Promise<Html> {
  const name = entry.field;
  const field = resource.fields[name] as Field;
  const value = values[name] ?? '';
  const error = errors[name];
  const required = entry.required ?? field.required;
  const label = getFieldLabel(resource, entry, texts);
  const invalid = error && html` aria-invalid="true" aria-describedby="${name}-error"`;
  const at = error && html`<span class="at" id="${name}-error">${error}</span>`;
  const attributes = html`id="${name}" name="${name}"${required && html` required`}${invalid}`;
  if (field.kind.input === 'toggle')
    return html`<label class="check"><input type="checkbox" ${attributes}${value && html` checked`}> ${label}</label>${at}`;
  const options = await listOptions(context, field, texts);
  const limits = html` maxlength="${getLengthLimit(field)}"`;
  const type = getInputType(field);
  const { integer } = getInputOptions(field);
  const isNumber = type === 'number';
  const step = isNumber && html` step="${integer ? '1' : '0.01'}"`;
  const input = options
    ? renderSelect(attributes, options, value)
    : field.kind.input === 'longText'
      ? html`<textarea ${attributes}${limits}>${value}</textarea>`
      : html`<input type="${type}" ${attributes}${isNumber ? step : limits} value="${value}">`;
  const help = field.help && html`<span class="help">${translateText(field.help, texts)}</span>`;
  const mark = required && html`<span class="required" aria-hidden="true"> *</span>`;
  return html`<label for="${name}">${label}${mark}${help}</label>${input}${at}`;
}

/** Converts the texts of a form to the values of a record; fields of others are left out. */
export function readFormValues(
  { fields }: AnyResource,
  entries: readonly EntryConfig<string>[],
  sent: Readonly<Record<string, string>>,
): Record<string, unknown> {
  const values = entries.map(({ field: name }): [string, unknown] => {
    const text = sent[name]?.trim() ?? '';
    const input = fields[name]?.kind.input;
    if (input === 'toggle') return [name, text !== ''];
    if (text === '') return [name, null];
    return [name, input === 'number' ? (parsePlainNumber(text) ?? text) : text];
  });
  return Object.fromEntries(values.filter(([, value]) => value !== null));
}
