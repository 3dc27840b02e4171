import { resolveFieldPath } from '../../config/related/fieldPath.ts';
import type { AnyResource } from '../../config/resource.ts';
import type { Field } from '../../fields/kind.ts';
import { listTemplateFields } from '../../fields/reference.ts';
import { deriveKey, signText } from '../base/secrets.ts';
import type { RecordValues } from '../records/schema/recordRow.ts';
import type { Services } from '../services.ts';

type Hiding = Pick<Services, 'config' | 'resources'>;

const FILE_STORAGES = ['file', 'files'];
const CODE_LENGTH = 12;

const findResource = ({ resources }: Hiding, name: string | undefined) => resources.find((one) => one.name === name);
const getTarget = (hiding: Hiding, field: Field) => findResource(hiding, (field as { to?: string }).to);

/** True for a field marked `personal`, one that looks up such a field, or a reference that stores its value. */
export function isPersonal(hiding: Hiding, resource: AnyResource, name: string): boolean {
  const field = resource.fields[name];
  if (!field) return false;
  if (field.personal) return true;
  const { value: key = 'id' } = field as { value?: string };
  const target = getTarget(hiding, field);
  if (target && isPersonal(hiding, target, key)) return true;
  if (!field.lookup) return false;
  const found = resolveFieldPath(resource, field.lookup, hiding.resources);
  return 'field' in found && found.field.personal === true;
}

/** True if a template of a record's title names a person, itself or by references. */
function isPersonalTemplate(hiding: Hiding, resource: AnyResource, template: string, depth = 0): boolean {
  return listTemplateFields(template).some((name) => {
    const target = resource.fields[name] && getTarget(hiding, resource.fields[name]);
    if (isPersonal(hiding, resource, name)) return true;
    // Labels name the references of a title, but no further ones.
    return target !== undefined && depth < 2 && isPersonalTemplate(hiding, target, target.title, depth + 1);
  });
}

/** True if the label of a reference names a person. */
function hasPersonalLabel(hiding: Hiding, field: Field): boolean {
  const target = getTarget(hiding, field);
  const { text } = field as { text?: string };
  return target !== undefined && isPersonalTemplate(hiding, target, text ?? target.title);
}

/** Returns a code for a value: the same for the same value, and unguessable without TOKEN_SECRET. */
function toCode({ config }: Hiding, value: unknown): string {
  const key = deriveKey(config, 'codes of personal values');
  return `code-${signText(key, JSON.stringify(value), 'hex').slice(0, CODE_LENGTH)}`;
}

function hideValue(hiding: Hiding, resource: AnyResource, name: string, value: unknown): unknown {
  const field = resource.fields[name];
  if (value === null || !field) return value;
  if (isPersonal(hiding, resource, name)) return toCode(hiding, value);
  const child = findResource(hiding, (field as { resource?: string }).resource);
  if (!Array.isArray(value) || !child) return value;
  return value.map((row) => hidePersonalValues(hiding, child, row));
}

const isShown = (resource: AnyResource, name: string) =>
  name !== 'fileNames' && !FILE_STORAGES.includes(resource.fields[name]?.kind.storage ?? '');

/** Leaves out files, whose contents no tool checks. */
export const omitFiles = (resource: AnyResource, record: RecordValues): RecordValues =>
  Object.fromEntries(Object.entries(record).filter(([name]) => isShown(resource, name)));

/** Replaces the personal values of a record by codes, and leaves out the labels that name a person. */
export function hidePersonalValues(hiding: Hiding, resource: AnyResource, record: RecordValues): RecordValues {
  const labels = Object.entries((record.labels as RecordValues | undefined) ?? {}).filter(([name]) => {
    const field = resource.fields[name];
    return field && !hasPersonalLabel(hiding, field);
  });
  const values = Object.entries(omitFiles(resource, record))
    .filter(([name]) => name !== 'labels')
    .map(([name, value]) => [name, hideValue(hiding, resource, name, value)]);
  return { ...Object.fromEntries(values), ...(labels.length > 0 && { labels: Object.fromEntries(labels) }) };
}
