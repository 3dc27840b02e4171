import { z } from 'zod';
import type { AnyRecord } from '../wire/binding.ts';
import { getDisplayedValue } from './displayedValue.ts';
import { defineKind } from './kind.ts';

export interface ReferenceOptions {
  to: string;
  /** Template of the shown text: '{code} - {fullName}'. Default: the title of the referenced resource. */
  text?: string;
  /** Field of the referenced record to store. Default: its id. */
  value?: string;
  /** Additional values in filters. */
  extraOptions?: readonly string[];
  /** Fields shown in the second line of an option. */
  secondary?: readonly string[];
  /** Condition on choosable records (frame/where). Fields missing from the reply match. */
  where?: object;
  /** Text (i18n key) if there are no options. */
  noOptionsText?: string;
  /** If the referenced record is deleted: refuse (default), clear the field, delete this record, or keep the id. */
  onDelete?: OnDelete;
}

export const ON_DELETE = ['refuse', 'clear', 'delete', 'keep'] as const;
export type OnDelete = (typeof ON_DELETE)[number];

/** Lists the fields that a template names: `{name} ({code})` has `name` and `code`. */
export const listTemplateFields = (template: string): string[] =>
  [...template.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);

/**
 * Fills a template such as '{code} - {name}' with displayed values: references by their labels. Removes the dash next to
 * a missing part.
 */
export const fillTemplate = (
  template: string,
  record: Record<string, unknown>,
  show = (name: string) => String(getDisplayedValue(record as AnyRecord, name) ?? ''),
): string =>
  template
    .replace(/\{(\w+)\}/g, (_, name: string) => show(name))
    .trim()
    .replace(/^-|-$/g, '')
    .trim();

/**
 * Reference to another record. Records contain the key, those of other hosts also the referenced record
 * ({ id, ... }); forms and filters contain the key.
 */
export const reference = defineKind<string, ReferenceOptions, string | ({ id: string } & Record<string, unknown>)>({
  name: 'reference',
  schema: ({ value }) =>
    z
      .string()
      .min(1)
      .max(value ? 2000 : 200, { error: 'validation.tooLong' }),
  show: (value, { to, text }, { getTitle }) => ({
    text: typeof value === 'string' ? value : fillTemplate(text ?? getTitle?.(to) ?? '{id}', value),
  }),
  input: 'reference',
  filter: { operator: 'equals' },
  storage: 'text',
  holds: 'reference',
  options: ['to', 'text', 'value', 'extraOptions', 'secondary', 'where', 'noOptionsText', 'onDelete'],
});
