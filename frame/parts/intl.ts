import { useTranslate } from 'ra-core';
import { useCallback, useMemo } from 'react';
import { getResource } from '../config/registry.ts';
import type { AnyResource } from '../config/resource.ts';
import { getDisplayedValue } from '../fields/displayedValue.ts';
import { type DisplayValue, type IntlShape, type Label, translateLabel } from '../fields/kind.ts';
import { getNumberFormat } from '../fields/numberFormat.ts';
import { fillTemplate } from '../fields/reference.ts';
import { getRoleName } from '../fields/roleName.ts';
import { showValue, toLine } from '../fields/showValue.ts';
import { getLanguage } from '../i18n/provider.ts';
import { splitWords } from '../i18n/translateMessage.ts';
import type { MenuEntry } from '../session/menu.ts';
import { getBusinessTimeZone } from '../session/session.ts';
import type { AnyRecord } from '../wire/binding.ts';
import type { Role } from '../wire/roles.ts';
import { getPageRoles } from '../wire/roles.ts';

export { showValue };

/** Returns a record's field formatted for display. Null if it is empty or unknown. */
export function showField(
  { fields }: Pick<AnyResource, 'fields'>,
  name: string,
  record: AnyRecord,
  intl: IntlShape,
): DisplayValue | null {
  const field = fields[name];
  return field ? showValue(field, getDisplayedValue(record, name), intl) : null;
}

export const getTitle = (resource: string): string => getResource(resource).title;

/** Returns a record's title, by the text `resources.{resource}.title` or its resource's template. */
export const getRecordTitle = (resource: AnyResource, record: AnyRecord, intl: IntlShape): string =>
  fillTemplate(intl.t(`resources.${resource.name}.title`, { _: resource.title }), record, (name) =>
    toLine(showField(resource, name, record, intl)),
  );

/** Returns translation, locale and business time zone for formatting. A language change redraws every screen. */
export function useIntl(): IntlShape {
  const t = useTranslate();
  return useMemo(() => ({ t, locale: getLanguage(), timeZone: getBusinessTimeZone(), getTitle }), [t]);
}

/** Returns a function that translates a config's label: a text, an i18n key or a text per language. */
export function useLabel(): (label: Label) => string {
  const { t, locale } = useIntl();
  return useCallback((label) => translateLabel(label, { t, locale }), [t, locale]);
}

/** Returns a function that names a role in the current language. */
export function useRoleName(): (role: Role) => string {
  const { t, locale } = useIntl();
  const getName = (role: Role) => {
    const { names, get } = getPageRoles();
    // A newer server may name roles that this page does not know.
    return getRoleName(role, names.includes(role) ? get(role) : {}, { t, locale });
  };
  return useCallback(getName, [t, locale]);
}

/** Returns a function for a field's label: the config's, else the i18n files', else the name split into words. */
export function useFieldLabel(resource: Pick<AnyResource, 'name' | 'fields'>): (name: string, label?: Label) => string {
  const labels = useFieldLabels();
  return useCallback((name, label) => labels(resource, name, label), [resource, labels]);
}

/** Returns a function for the label of a field of any resource. */
export function useFieldLabels(): (
  resource: Pick<AnyResource, 'name' | 'fields'>,
  name: string,
  label?: Label,
) => string {
  const text = useNamedText();
  return useCallback(
    (resource, name, label) =>
      text(resource, `fields.${name}`, label ?? resource.fields[name]?.label, splitWords(name)),
    [text],
  );
}

/** Returns a function for a text of a resource: the config's, else the one under its key in the i18n files, else another. */
export function useNamedText(): (
  resource: Pick<AnyResource, 'name'>,
  key: string,
  label: Label | undefined,
  otherwise: string,
) => string {
  const t = useTranslate();
  const translateLabel = useLabel();
  return useCallback(
    ({ name }, key, label, otherwise) =>
      label ? translateLabel(label) : t(`resources.${name}.${key}`, { _: otherwise }),
    [t, translateLabel],
  );
}

export function useColumnLabel(resource: AnyResource): (column: { field: string; label?: Label }) => string {
  const text = useNamedText();
  const fieldLabel = useFieldLabel(resource);
  return useCallback(
    ({ field, label }) => text(resource, `columns.${field}`, label, fieldLabel(field)),
    [resource, text, fieldLabel],
  );
}

/** Returns the singular and plural name of a resource. */
export function useResourceName(resource: AnyResource): { one: string; many: string } {
  return useResourceNames()(resource);
}

export function useGroupLabel(resource: AnyResource): (group: { label?: Label }) => string {
  const translateLabel = useLabel();
  const { one } = useResourceName(resource);
  return useCallback(({ label }) => (label ? translateLabel(label) : one), [translateLabel, one]);
}

/** Returns a function that gives the singular and plural name of a resource. */
export function useResourceNames(): (resource: AnyResource) => { one: string; many: string } {
  const t = useTranslate();
  const translateLabel = useLabel();
  return useCallback(
    ({ name, label }) => ({
      one: label ? translateLabel(label.one) : t(`resources.${name}.name`, { smart_count: 1, _: splitWords(name) }),
      many: label ? translateLabel(label.many) : t(`resources.${name}.name`, { smart_count: 2, _: splitWords(name) }),
    }),
    [t, translateLabel],
  );
}

/** Returns a function that writes a number in the person's format: '108,035'. */
export function useNumberText(): (value: number) => string {
  const { locale } = useIntl();
  return getNumberFormat(locale).format;
}

/** Returns a function for a menu entry's label: its own, else one derived from its resource. */
export function useMenuEntryName(): (entry: Pick<MenuEntry, 'label' | 'resource' | 'form' | 'screen'>) => string {
  const t = useTranslate();
  const translateLabel = useLabel();
  const namesOf = useResourceNames();
  const text = useNamedText();
  return useCallback(
    ({ label, resource, form, screen }) => {
      if (label) return translateLabel(label);
      if (!resource) return '';
      const { one, many } = namesOf(resource);
      if (screen) return t(screen.texts.name, { name: many });
      if (!form) return resource.label ? many : t(`resources.${resource.name}.menu.list`, { _: many });
      const title = text(resource, 'create', resource.create?.title, t('list.add', { name: one }));
      return t(`resources.${resource.name}.menu.form`, { _: title });
    },
    [t, translateLabel, namesOf, text],
  );
}

/** Returns the title of a resource's form for new records, in the user's language. */
export function useCreateTitle(resource: AnyResource): string {
  const t = useTranslate();
  const { one } = useResourceName(resource);
  return useNamedText()(resource, 'create', resource.create?.title, t('list.add', { name: one }));
}

/** Returns a function for a record's title. Undefined if that is empty. */
export function useRecordName(resource: AnyResource): (record: AnyRecord) => string | undefined {
  const intl = useIntl();
  return useCallback((record) => getRecordTitle(resource, record, intl) || undefined, [resource, intl]);
}

/** Returns a function that adds the record's name to a control's label for screen readers: 'View: Omar Patel'. */
export function useLabelWithRecord(resource: AnyResource): (what: string, record: AnyRecord) => string {
  const t = useTranslate();
  const nameOf = useRecordName(resource);
  return useCallback(
    (what, record) => {
      const name = nameOf(record);
      return name ? t('list.of', { what, name }) : what;
    },
    [nameOf, t],
  );
}
