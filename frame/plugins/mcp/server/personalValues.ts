import type { Field } from 'portal-frame';
import { getKeyField, getTargetName, isChildren, isReferring } from 'portal-frame';
import type { Services } from 'portal-frame/server';
import {
  type AnyResource,
  getRollupMeasure,
  isSystemField,
  listTemplateFields,
  type RecordValues,
  resolveFieldPath,
} from 'portal-frame/server/plugins';
import { deriveKey, signText } from 'portal-frame/server/routes';

type Hiding = Pick<Services, 'config' | 'resources'>;

const FILE_STORAGES = ['file', 'files'];
const CODE_LENGTH = 12;

const findResource = ({ resources }: Hiding, name: string | undefined) => resources.find((one) => one.name === name);
const getTarget = (hiding: Hiding, field: Field) => (isReferring(field) ? findResource(hiding, field.to) : undefined);

/** Stamps hold the name of an account, which may be a private person's. */
const isAuthor = (name: string, field: Field | undefined) =>
  ['createdBy', 'changedBy'].includes(name) && (!field || isSystemField(name, field));

type Named = readonly [resource: AnyResource, name: string];

/** Lists the fields that the value of a field comes from. A function may read every other field of its record. */
function listSources(hiding: Hiding, resource: AnyResource, field: Field): Named[] {
  const target = getTarget(hiding, field);
  const rows = field.rollup && findResource(hiding, getTargetName(resource.fields[field.rollup.of]));
  const measure = field.rollup && getRollupMeasure(field.rollup).field;
  const found = field.lookup ? resolveFieldPath(resource, field.lookup, hiding.resources) : undefined;
  const others = field.compute && field.personal === undefined ? Object.keys(resource.fields) : [];
  return [
    ...(target ? [[target, getKeyField(field)] as const] : []),
    ...(rows && measure ? [[rows, measure] as const] : []),
    ...(found && 'field' in found ? [[found.resource, field.lookup?.split('.').at(-1) ?? ''] as const] : []),
    ...others.filter((one) => !isAuthor(one, resource.fields[one])).map((one) => [resource, one] as const),
  ];
}

/**
 * True for the name of an author, a field marked `personal`, and one whose value comes from such a field: by a lookup, a
 * rollup, a stored reference or `compute`. A computed field with `personal: false` states that it names nobody.
 */
export function isPersonal(hiding: Hiding, resource: AnyResource, name: string, seen = new Set<Field>()): boolean {
  const field = resource.fields[name];
  if (isAuthor(name, field)) return true;
  if (!field || seen.has(field)) return false;
  seen.add(field);
  return (
    field.personal === true ||
    listSources(hiding, resource, field).some(([of, one]) => isPersonal(hiding, of, one, seen))
  );
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
  return target !== undefined && isPersonalTemplate(hiding, target, (isReferring(field) && field.text) || target.title);
}

/** Returns a code for a value: the same for the same value, and unguessable without TOKEN_SECRET. */
function toCode({ config }: Hiding, value: unknown): string {
  const key = deriveKey(config, 'codes of personal values');
  return `code-${signText(key, JSON.stringify(value), 'hex').slice(0, CODE_LENGTH)}`;
}

function hideValue(hiding: Hiding, resource: AnyResource, name: string, value: unknown): unknown {
  const field = resource.fields[name];
  if (value === null) return value;
  if (isPersonal(hiding, resource, name)) return toCode(hiding, value);
  if (!field) return value;
  const child = isChildren(field) ? findResource(hiding, field.resource) : undefined;
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
