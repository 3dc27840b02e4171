import { z } from 'zod';
import { type CommonOptions, defineKind, type Field, MAX_CHILD_ROWS } from './kind.ts';

export interface ChildrenOptions<N extends string = string> {
  /** Collection that stores the rows. */
  resource: N;
  /** Its reference to this resource. */
  field: string;
  /** Its fields to fill in. */
  columns: readonly string[];
  /** Its number field that keeps the row order. */
  position?: string;
  /** Maximum number of rows. Default: 100, at most 500. */
  most?: number;
}

const createChildren = defineKind<Record<string, unknown>[], ChildrenOptions>({
  name: 'children',
  wide: true,
  schema: ({ most = MAX_CHILD_ROWS }) =>
    z.array(z.record(z.string(), z.unknown())).max(most, { error: 'validation.tooLong' }),
  show: (value) => ({ text: String(value.length) }),
  input: 'children',
  filter: false,
  storage: 'children',
  options: ['resource', 'field', 'columns', 'position', 'most'],
});

/**
 * Rows of another collection, edited and saved with this record. Records contain all rows. Requests contain new rows
 * (without id), changed ones (with version) and `removed` ones.
 */
export const children = createChildren as <const N extends string, const R extends boolean = false>(
  options: ChildrenOptions<N> & CommonOptions & { required?: R },
) => Field<Record<string, unknown>[], R> & ChildrenOptions<N>;
