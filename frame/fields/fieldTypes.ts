import type { ChildrenOptions } from './children.ts';
import type { ChoiceOptions } from './choice.ts';
import type { Field, Label } from './kind.ts';
import type { ReferenceOptions } from './reference.ts';

export type ChoiceField = Field & ChoiceOptions & { open?: boolean };
/** A reference, or a list of them. */
export type ReferenceField = Field & ReferenceOptions;
export type ChildrenField = Field & ChildrenOptions;

/** True for one of several values. */
export const isChoice = (field: Field | undefined): field is ChoiceField => field?.kind?.holds === 'choice';
/** True for a reference to one record. */
export const isReference = (field: Field | undefined): field is ReferenceField => field?.kind?.holds === 'reference';
/** True for a reference to one record, or to several. */
export const isReferring = (field: Field | undefined): field is ReferenceField =>
  isReference(field) || field?.kind?.storage === 'links';
/** True for rows of another collection. */
export const isChildren = (field: Field | undefined): field is ChildrenField => field?.kind?.storage === 'children';

/** Returns the resource that a path over this field leads to; undefined for a field that leads nowhere. */
export const getTargetName = (field: Field | undefined): string | undefined =>
  isReferring(field) ? field.to : isChildren(field) ? field.resource : undefined;

/** Returns the field of the referenced record that a reference stores. */
export const getKeyField = (field: Field | undefined): string => (isReference(field) && field.value) || 'id';

/** True for a reference that stores the id of a record. */
export const isIdReference = (field: Field | undefined): field is ReferenceField =>
  isReference(field) && getKeyField(field) === 'id';

/** True if the field is of one of these kinds. For checks whose messages name them; other code asks what a kind says. */
export const isOfKind = (field: Field | undefined, ...names: readonly string[]): boolean =>
  names.includes(field?.kind?.name ?? '');

/** True for a calendar day, which has no time. */
export const isCalendarDay = (field: Field | undefined): boolean => field?.kind?.holds === 'day';
/** True for an amount of money. */
export const isMoney = (field: Field | undefined): boolean => ['cents', 'mills'].includes(field?.kind?.storage ?? '');
/** True for several documents. */
export const isFiles = (field: Field | undefined): field is Field & { most?: number } =>
  field?.kind?.storage === 'files';

/** A value to choose, or a value with the i18n key of its name. */
export type ChoiceOption = string | { id: boolean | string; name: string };

/** Options that inputs read. A field has those of its kind, the field of a filter those of the filter, too. */
export interface InputOptions {
  /** Text of the empty choice of a filter. */
  all?: Label | undefined;
  camera?: boolean;
  choices?: readonly ChoiceOption[];
  integer?: boolean;
  max?: number;
  min?: number;
  most?: number;
  open?: boolean;
  values?: ChoiceOptions['values'];
}
export const getInputOptions = (field: Field): InputOptions => field as Field & InputOptions;

/** Storages without a single value that can be compared, or that fits into a cell. */
const COMPOSITE = ['json', 'file', 'files', 'links', 'children'];

/** True for a single value: no list and no file. */
export const isSingleValue = (field: Field | undefined): boolean => !COMPOSITE.includes(field?.kind?.storage ?? '');
