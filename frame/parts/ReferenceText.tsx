import { Skeleton } from '@mui/material';
import { useReference } from 'ra-core';
import { getResource } from '../config/registry.ts';
import { mayDo } from '../config/resource.ts';
import { isIdReference } from '../fields/fieldTypes.ts';
import type { Field } from '../fields/kind.ts';
import { fillTemplate } from '../fields/reference.ts';
import { currentRole } from '../session/session.ts';
import { getReferenceOptions } from './referenceOptions.ts';

/** True if the value is the id of another resource's record, whose text must be fetched. */
export const isBareReference = (field: Field, value: unknown): value is string =>
  isIdReference(field) && typeof value === 'string';

/** True if the value is a list of such ids. */
export const areBareReferences = (field: Field, value: unknown): value is string[] =>
  field.kind.storage === 'links' && Array.isArray(value) && value.length > 0;

/** Shows a referenced record's text, or its id if the record is missing or the role may not read it. */
export function ReferenceText({ field, id }: { field: Field; id: string }) {
  const { to, text } = getReferenceOptions(field);
  const readable = mayDo(getResource(to), currentRole(), 'list');
  const { referenceRecord, isPending } = useReference({ reference: to, id, options: { enabled: readable } });
  if (referenceRecord) return fillTemplate(text ?? getResource(to).title, referenceRecord);
  return isPending && readable ? <Skeleton width="8em" /> : id;
}
