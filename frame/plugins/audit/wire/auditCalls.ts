import { type AnyRecord, asList, asNumber, asObject, asText, call, failureTexts, type ResourceApi } from 'portal-frame';
import { ACTIVITY_OPERATIONS } from 'portal-frame/calls';
import type { Role } from 'portal-frame/roles';
import {
  day,
  EXPORT_PAGE_SIZE,
  forRoles,
  type ListBinding,
  omitEmpty,
  pageNumber,
  readTexts,
  splitWords,
  text,
} from 'portal-frame/wire';
import { z } from 'zod';

declare module 'portal-frame/wire' {
  interface AppFeatures {
    audit: true;
  }
}

/** Resources of the frame's own calls. */
export const AUDIT_RESOURCES = [
  'notifications',
  'profile',
  'password',
  'settings',
  'session',
  'audit',
  'photos',
  'documents',
] as const;

const names = z.array(z.string());

/** Maximum ids and names stored per entry of a list. */
export const AUDIT_IDS = 1000;
export const AUDIT_NAMES = 12;

/** Entry of the audit trail. Contains names of fields, numbers and ids, never values of records. */
const wireAuditEntry = z.object({
  _id: z.string(),
  at: z.string(),
  accountId: z.string().nullable(),
  role: z.string(),
  name: z.string(),
  operation: z.enum(ACTIVITY_OPERATIONS),
  resource: z.string(),
  recordId: z.string().nullable(),
  /** Current name of the record, if it still exists. */
  recordName: z.string().nullable(),
  address: z.string(),
  /** Open: apps and jobs note more. */
  details: z.looseObject({
    /** Job, or the system, that made the change. */
    actor: z.string().optional(),
    /** Named action or transition of a change. */
    action: z.string().optional(),
    /** Name of the key with which a program acted for the account. */
    key: z.string().optional(),
    /** Creates and changes: fields sent. */
    fields: names.optional(),
    /** Lists: number of records, page and filters. */
    count: z.number().optional(),
    page: z.number().optional(),
    filters: names.optional(),
    /** Lists, photos and feeds: ids, and the current names of the first ones. */
    ids: names.optional(),
    names: names.optional(),
    /** Archives of the trail: first and last entry, and the hash of the last. */
    first: z.number().optional(),
    last: z.number().optional(),
    hash: z.string().optional(),
    /** Id of the entry with the same ids. */
    same: z.number().optional(),
    /** Photos and documents: resource of the record, and session that received the address. */
    of: z.string().optional(),
    session: z.string().optional(),
    /** Refusals: requested operation, status code and i18n key of the reason. */
    asked: z.enum(ACTIVITY_OPERATIONS).optional(),
    code: z.number().optional(),
    reason: z.string().optional(),
  }),
});
export type WireAuditEntry = z.infer<typeof wireAuditEntry>;

function readEntry(value: unknown): AnyRecord {
  const wire = asObject(value);
  const details = asObject(wire.details);
  const join = (names: unknown) => asList<unknown>(names).map(asText).join(', ');
  const action = asText(details.action);
  return {
    ...readTexts(wire, ['role', 'operation', 'resource', 'recordId', 'address']),
    ...readTexts(details, ['session', 'asked']),
    id: asText(wire._id),
    name: details.key ? `${asText(wire.name)} (${asText(details.key)})` : asText(wire.name),
    at: asText(wire.at) || null,
    record: asText(wire.recordName) || join(details.names) || asText(wire.recordId),
    action: action && splitWords(action),
    fields: join(details.fields),
    filters: join(details.filters),
    count: asNumber(details.count),
    code: asNumber(details.code),
  };
}

/** Page size. */
export const AUDIT_ROWS = 25;

export const auditCalls = {
  audit: call({
    method: 'GET',
    path: '/admin/get-audit',
    feature: 'audit',
    parameterFeatures: { id: 'lookup', perPage: 'pageSize' },
    roles: 'managers',
    summary: 'A page of the audit trail, newest first.',
    query: z.object({
      page: pageNumber.default(1),
      perPage: pageNumber.max(EXPORT_PAGE_SIZE, { error: 'validation.page' }).optional(),
      id: text(20).optional(),
      /** Part of a person's name. */
      name: text(200).optional(),
      operation: z.enum(ACTIVITY_OPERATIONS, { error: 'validation.choice' }).optional(),
      resource: text(64).optional(),
      recordId: text(64).optional(),
      /** False hides requests made by the portal itself: notifications, the own profile, photos of lists. */
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
    // Hides the portal's own requests, unless the filter names one record or entry, or asks for them.
    const hidden = id || recordId || portal ? undefined : 'False';
    const perPage = all ? EXPORT_PAGE_SIZE : undefined;
    return omitEmpty({ page, id, name, operation, resource, recordId, day, portal: hidden, perPage });
  },
  read: (data) => {
    const { entries, totalPages } = asObject(data);
    return { records: asList(entries).map(readEntry), totalPages: asNumber(totalPages) ?? 1 };
  },
};

/** Binds the resource `audit` to its call, for these roles: those that manage. */
export const auditApi = (roles: readonly Role[]): ResourceApi => ({ list: forRoles(roles, list) });
