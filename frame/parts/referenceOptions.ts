import { isReferring } from '../fields/fieldTypes.ts';
import type { Field } from '../fields/kind.ts';
import type { ReferenceOptions } from '../fields/reference.ts';

/** Returns the options of a reference, or of a list of them. */
export const getReferenceOptions = (field: Field | undefined): ReferenceOptions =>
  isReferring(field) ? field : { to: '' };
