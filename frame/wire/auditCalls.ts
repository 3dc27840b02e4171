import { z } from 'zod';
import { splitWords } from '../i18n/translateMessage.ts';
import { type AnyRecord, EXPORT_PAGE_SIZE, type ListBinding, type ResourceApi } from './binding.ts';
import { call, failureTexts } from './call.ts';
import { forRoles, MANAGERS } from './roles.ts';
import { text } from './rules.ts';
import { asList, asNumber, asObject, asText, day, omitEmpty } from './wireValues.ts';

/** What a person does with records; `refused` is any of them that was not done. */
export const AUDIT_OPERATIONS = [
  'read',
  'list',
  'create',
  'change',
  'delete',
  'export',
  'sign-in',
  'sign-out',
  'refused',
] as const;
export type AuditOperation = (typeof AUDIT_OPERATIONS)[number];

/** What the frame's own calls do it to. */
export const FRAME_AUDIT_RESOURCES = [
  'notifications',
  'profile',
  'password',
  'settings',
  'push',
  'session',
  'secondFactor',
  'audit',
  'photos',
  'documents',
] as const;
export type FrameAuditResource = (typeof FRAME_AUDIT_RESOURCES)[number];

const names = z.array(z.string());

/** Ids of what a list gave out that an entry names, and how many of them by name. */
export const AUDIT_IDS = 1000;
export const AUDIT_NAMES = 12;

/** An entry of the audit trail. It keeps names of fields, numbers and ids, never values of a record. */
const wireAuditEntry = z.object({
  _id: z.string(),
  at: z.string(),
  accountId: z.string().nullable(),
  role: z.string(),
  name: z.string(),
  operation: z.enum(AUDIT_OPERATIONS),
  resource: z.string(),
  recordId: z.string().nullable(),
  /** What the record is called today, where it is still there. */
  recordName: z.string().nullable(),
  address: z.string(),
  details: z.object({
    /** The named action or transition, where a change was one. */
    action: z.string().optional(),
    /** Creates and changes: the fields that were sent. */
    fields: names.optional(),
    /** Lists: how many records were given, of which page, narrowed by which filters. */
    count: z.number().optional(),
    page: z.number().optional(),
    filters: names.optional(),
    /** Lists, photos and feeds: which records, and the first of them by what they are called today. */
    ids: names.optional(),
    names: names.optional(),
    /** The entry that gave out the same and kept their ids. */
    same: z.number().optional(),
    /** Photos and documents: what the record is one of, and whose session the address was given to. */
    of: z.string().optional(),
    session: z.string().optional(),
    /** Refusals: what was asked for, the code, and the key of the reason. */
    asked: z.enum(AUDIT_OPERATIONS).optional(),
    code: z.number().optional(),
    reason: z.string().optional(),
  }),
});
export type WireAuditEntry = z.infer<typeof wireAuditEntry>;

function readEntry(value: unknown): AnyRecord {
  const wire = asObject(value);
  const { action, fields, filters, count, asked, code, names, session } = asObject(wire.details);
  const listed = (list: unknown) => asList<unknown>(list).map(asText).join(', ');
  return {
    id: asText(wire._id),
    at: asText(wire.at) || null,
    name: asText(wire.name),
    role: asText(wire.role),
    operation: asText(wire.operation),
    resource: asText(wire.resource),
    recordId: asText(wire.recordId),
    // One record by its name, several by the first ones.
    record: asText(wire.recordName) || listed(names) || asText(wire.recordId),
    session: asText(session),
    address: asText(wire.address),
    action: asText(action) && splitWords(asText(action)),
    fields: listed(fields),
    filters: listed(filters),
    count: asNumber(count),
    asked: asText(asked),
    code: asNumber(code),
  };
}

/** Rows of a page. */
export const AUDIT_ROWS = 25;

const page = z.coerce
  .number({ error: 'validation.page' })
  .int({ error: 'validation.page' })
  .min(1, { error: 'validation.page' })
  .max(1e9, { error: 'validation.page' });

export const auditCalls = {
  audit: call({
    method: 'GET',
    path: '/admin/get-audit',
    feature: 'audit',
    extras: { id: 'lookup', perPage: 'pageSize' },
    roles: MANAGERS,
    summary: 'A page of the audit trail, newest first.',
    query: z.object({
      page: page.default(1),
      /** For exports: rows per page. */
      perPage: page.max(EXPORT_PAGE_SIZE, { error: 'validation.page' }).optional(),
      id: text(20).optional(),
      /** Part of a person's name. */
      name: text(200).optional(),
      operation: z.enum(AUDIT_OPERATIONS, { error: 'validation.choice' }).optional(),
      resource: text(64).optional(),
      recordId: text(64).optional(),
      /** False leaves out what the portal asks for by itself: notifications, one's own profile, the photos of lists. */
      portal: z.enum(['True', 'False'], { error: 'validation.choice' }).optional(),
      day: day.optional(),
    }),
    data: z.object({ entries: z.array(wireAuditEntry), totalPages: z.number() }),
    failure: failureTexts('errors.fetchAudit'),
  }),
};

const list: ListBinding = {
  call: auditCalls.audit,
  query: ({ page, filter, all }) => {
    const { id, name, operation, resource, recordId, portal, day } = filter;
    // Who saw a record is shown in full.
    const hidden = id || recordId || portal ? undefined : 'False';
    return omitEmpty({
      page,
      id,
      name,
      operation,
      resource,
      recordId,
      day,
      portal: hidden,
      perPage: all ? EXPORT_PAGE_SIZE : undefined,
    });
  },
  read: (data) => {
    const { entries, totalPages } = asObject(data);
    return { records: asList(entries).map(readEntry), totalPages: asNumber(totalPages) ?? 1 };
  },
};

/** How the resource `audit` reaches its call. */
export const auditApi = (): ResourceApi => ({ list: forRoles(MANAGERS, list) });
