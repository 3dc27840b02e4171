import { z } from 'zod';
import { defineKind } from './kind.ts';

export const LINKS_ON_DELETE = ['refuse', 'clear'] as const;

export interface ReferencesOptions {
  to: string;
  /** Template of the shown text: '{code} - {fullName}'. Default: the title of the referenced resource. */
  text?: string;
  /** Text (i18n key) if there are no options. */
  noOptionsText?: string;
  /** Maximum number. Default: 100, at most 1000. */
  most?: number;
  /** If a referenced record is deleted: refuse (default) or remove it from the list. */
  onDelete?: (typeof LINKS_ON_DELETE)[number];
}

/**
 * Collections: ordered references to several records. Records contain ids and labels; null labels are hidden from this
 * person.
 */
export const references = defineKind<string[], ReferencesOptions, (string | null)[]>({
  name: 'references',
  wide: true,
  schema: ({ most = 100 }) =>
    z.array(z.string().min(1).max(200, { error: 'validation.tooLong' })).max(most, { error: 'validation.tooLong' }),
  show: (value, _, { t }) => {
    const visible = value.filter((one) => one !== null);
    const hidden = value.length - visible.length;
    const chips = hidden > 0 ? [...visible, t('list.notShown', { smart_count: hidden })] : visible;
    return { text: chips.join(', '), chips };
  },
  input: 'references',
  filter: { operator: 'equals', input: 'reference' },
  storage: 'links',
  options: ['to', 'text', 'noOptionsText', 'most', 'onDelete'],
});
