/**
 * Entry for configs: `import { defineResource, text } from 'portal-frame'`. Browser and server both read it, so it
 * depends on neither. Use portal-frame/browser for screens and portal-frame/server for hooks and endpoints.
 */

export { findTransitionTo, getAction, type NamedAction } from './config/actions.ts';
export type { IconName } from './config/app/icons.ts';
export { definePage, type PageConfig } from './config/app/page.ts';
export { defineProfiles } from './config/app/profiles.ts';
export { type RecordValues, sameAs, type ValueContext } from './config/computedValues.ts';
export { manage, read } from './config/permissions.ts';
export type * from './config/related/collectionTypes.ts';
export type { CollectionRecord, FieldValues, RecordOf, ValuesOf } from './config/related/recordTypes.ts';
export { type AnyResource, defineResource, mayDo } from './config/resource.ts';
export type { ActionProps, CellProps, ShowProps, ViewProps } from './config/types/componentProps.ts';

export type { ChipTone } from './fields/chips.ts';
export { formatDay } from './fields/date.ts';
export * from './fields/fieldTypes.ts';
export * from './fields/index.ts';
export {
  defineKind,
  type Field,
  type Fields,
  type InputProps,
  type IntlShape,
  type Label,
  type Lazy,
} from './fields/kind.ts';
export { loinc } from './fields/loinc.ts';
export { formatDollars } from './fields/money.ts';
export { me, now, today } from './where/symbols.ts';
export type { BasicOperator, Operator, Where } from './where/where.ts';
export type { AnyRecord, ListParams, Page } from './wire/binding.ts';
export { type Call, call, declareCalls, type ForeignHost, failureTexts, type Role } from './wire/call.ts';
export type { Envelope } from './wire/envelope.ts';
export type { ResourceApi } from './wire/resourceApi.ts';
export { asList, asNumber, asObject, asText } from './wire/wireValues.ts';
