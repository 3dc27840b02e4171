import { z } from 'zod';
import { defineKind } from './kind.ts';
import { MAX_CHILD_ROWS } from './limits.ts';

export interface ChildrenOptions {
  /** The collection that the rows are records of. */
  resource: string;
  /** Its reference to this resource. */
  field: string;
  /** The fields of it that are filled in here. */
  columns: readonly string[];
  /** A number of it that keeps the order of the rows. */
  position?: string;
  /** As many as there may be; 100 where left out, and never more than 500. */
  most?: number;
}

/**
 * Records of another collection that refer to this one, filled in within its form and saved with it. A record holds all
 * of them; sent are those that are new (without an id), changed (with the version that was read) or `removed`.
 */
export const children = defineKind<Record<string, unknown>[], ChildrenOptions>({
  name: 'children',
  schema: ({ most = MAX_CHILD_ROWS }) =>
    z.array(z.record(z.string(), z.unknown())).max(most, { error: 'validation.tooLong' }),
  show: (value) => ({ text: String(value.length) }),
  input: 'children',
  filter: false,
  storage: 'children',
  options: ['resource', 'field', 'columns', 'position', 'most'],
});
