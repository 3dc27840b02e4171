import { z } from 'zod';
import { defineKind } from './kind.ts';

export interface ReferenceOptions {
  /** The name of the resource referred to. */
  to: string;
  /** What is shown of the referred record, with its fields in braces: '{code} - {fullName}'. */
  text: string;
  /** The field of the referred record that is kept; its id where left out. */
  value?: string;
  /** Values offered in filters besides the records. */
  also?: readonly string[];
  /** Fields of the referred record shown beside it where one is chosen. */
  under?: readonly string[];
  /** Those that may be chosen, by values of theirs; what a host does not give does not count against them. */
  when?: Readonly<Record<string, unknown>>;
  /** The text (i18n key) where there is nothing to choose from. */
  none?: string;
  /**
   * What happens to a collection's records when the one they refer to is deleted: it is not ('refuse', where left out),
   * their field is emptied ('clear'), or they are deleted along ('delete').
   */
  onDelete?: OnDelete;
}

export const ON_DELETE = ['refuse', 'clear', 'delete'] as const;
export type OnDelete = (typeof ON_DELETE)[number];

/** The fields that a template names. */
export const listTemplateFields = (template: string): string[] =>
  [...template.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);

/** A record's text by a template: '{code} - {name}'; parts that are missing leave no dangling dash. */
export const fillTemplate = (template: string, record: Record<string, unknown>): string =>
  template
    .replace(/\{(\w+)\}/g, (_, name: string) => String(record[name] ?? ''))
    .trim()
    .replace(/^-|-$/g, '')
    .trim();

/**
 * A record of another resource. A record may hold the key alone or the referred record itself ({ id, ... });
 * forms and filters hold the key.
 */
export const reference = defineKind<string | ({ id: string } & Record<string, unknown>), ReferenceOptions>({
  name: 'reference',
  schema: () => z.string().min(1).max(200, { error: 'validation.tooLong' }),
  show: (value, { text }) => ({ text: typeof value === 'string' ? value : fillTemplate(text, value) }),
  input: 'reference',
  filter: { test: 'equals' },
  storage: 'text',
  options: ['to', 'text', 'value', 'also', 'under', 'when', 'none', 'onDelete'],
});
