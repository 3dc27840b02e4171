import type { Field } from '../fields/kind.ts';
import type { ReferenceOptions } from '../fields/reference.ts';

/** Returns the options of a field whose kind is `reference` or `references`. */
export const getReferenceOptions = (field: Field | undefined) => field as unknown as ReferenceOptions;
