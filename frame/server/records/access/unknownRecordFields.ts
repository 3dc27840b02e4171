import type { AnyResource } from '../../../config/resource.ts';
import { mayRead } from '../../../config/rights.ts';
import type { Role } from '../../../wire/call.ts';
import { rejectUnknownFields } from '../../http/unknownNames.ts';

/** Keys of a record besides its fields, which react-admin sends back. */
export const RECORD_META_KEYS = ['id', 'version', 'labels', 'fileNames'] as const;

/**
 * Rejects (400) a value that is no field of the resource and none of `more`. Suggests only fields that the role may read.
 * Call it after `toCurrentNames`.
 */
export function rejectUnknownRecordFields(
  resource: AnyResource,
  role: Role,
  sent: Readonly<Record<string, unknown>>,
  more: readonly string[] = [],
): void {
  const names = Object.keys(resource.fields);
  const readable = names.filter((name) => mayRead(resource, role, name));
  rejectUnknownFields(sent, [...names, ...more], readable);
}
