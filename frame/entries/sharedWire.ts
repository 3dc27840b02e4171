/** Entry for calls, schemas and texts of an app, besides `portal-frame`. It loads neither browser nor server. */

export type { Messages } from '../i18n/texts.ts';
export { splitWords } from '../i18n/translateMessage.ts';

export {
  type Binding,
  bindUnpagedList,
  type ChangeBinding,
  type ConflictsBinding,
  DAY_PAGE_SIZE,
  DEFAULT_PAGE_SIZE,
  EXPORT_PAGE_SIZE,
  getRequestedPage,
  type HintsBinding,
  type ListBinding,
  MAX_PAGE_SIZE,
  type ManyChange,
  type ManyChanged,
  type OneBinding,
  pageNumber,
  type RecordConflicts,
  type SearchBinding,
  unpagedCallOptions,
} from '../wire/binding.ts';
export { API_ROOT, type FailureTexts } from '../wire/call.ts';
export { addDays, addMonths, isDay, toNoon } from '../wire/dayArithmetic.ts';
export { type RowError, rowError } from '../wire/envelope.ts';
export type { EventOperation } from '../wire/events.ts';
export type * from '../wire/features.ts';
export { FRAME_FEATURES } from '../wire/features.ts';
export { createFileNamer, fileNames } from '../wire/fileNames.ts';
export { normalizeText } from '../wire/normalizeText.ts';
export { formatPhone } from '../wire/phoneNumber.ts';
export { profileRules, requiredText, storableText, storedProfileRules } from '../wire/profileRules.ts';
export { perApp, roleSchema } from '../wire/roleSchema.ts';
export { forRoles } from '../wire/roles.ts';
export {
  address,
  anyPhone,
  email,
  newPassword,
  pastDay,
  phone,
  required,
  requiredMessage,
  TIME,
  text,
} from '../wire/validationRules.ts';
export {
  fromWireTimings,
  parseWireTime,
  type Timing,
  toWireTimings,
  type WireTiming,
  wireTiming,
} from '../wire/wireTimings.ts';
export {
  asCount,
  asOneOf,
  asTextOrNull,
  confirmation,
  day,
  flag,
  fromFlag,
  hasDecimals,
  localDateTime,
  normalizeContactNumber,
  nullable,
  omitEmpty,
  optionalBoolean,
  optionalNumber,
  optionalTexts,
  optionalTextsOrNull,
  parseJson,
  parsePlainNumber,
  readTexts,
  toChangedFormFields,
  toFlag,
  toFormFields,
  WEEKDAYS,
  wireBoolean,
  wireChoice,
  wireChoices,
  wireCount,
  wireList,
  wireNumber,
  wireObject,
  wireRecord,
  wireText,
  wireTextOrNull,
  wireTexts,
  wireValue,
} from '../wire/wireValues.ts';
