import { z } from 'zod';
import { defineKind } from './kind.ts';

/** What happens to a link when the record it leads to is deleted: that one is not, or the link goes. */
export const LINKS_ON_DELETE = ['refuse', 'clear'] as const;

export interface ReferencesOptions {
  /** The name of the resource referred to. */
  to: string;
  /** What is shown of each referred record, with its fields in braces: '{code} - {fullName}'. */
  text: string;
  /** The text (i18n key) where there is nothing to choose from. */
  none?: string;
  /** As many as there may be; 100 where left out, and never more than 1000. */
  most?: number;
  /** What happens when one of them is deleted: it is not ('refuse', where left out), or it is taken out ('clear'). */
  onDelete?: (typeof LINKS_ON_DELETE)[number];
}

/**
 * Several records of another resource, in the order chosen (collections). A record holds their ids, and beside them
 * what they are called: null for those that this person may not see.
 */
export const references = defineKind<(string | null)[], ReferencesOptions>({
  name: 'references',
  schema: ({ most = 100 }) =>
    z.array(z.string().min(1).max(200, { error: 'validation.tooLong' })).max(most, { error: 'validation.tooLong' }),
  show: (value, _, { t }) => {
    const visible = value.filter((one) => one !== null);
    const hidden = value.length - visible.length;
    const chips = hidden > 0 ? [...visible, t('list.notShown', { smart_count: hidden })] : visible;
    return { text: chips.join(', '), chips };
  },
  input: 'references',
  filter: { test: 'equals', input: 'reference' },
  storage: 'links',
  options: ['to', 'text', 'none', 'most', 'onDelete'],
});
