import type { AnyResource, AutomationConfig } from '../../config/resource.ts';
import { getDisplayedValue } from '../../fields/displayedValue.ts';
import { fillTemplate } from '../../fields/reference.ts';
import { showValue, toLine } from '../../fields/showValue.ts';
import type { AnyRecord } from '../../wire/binding.ts';
import { languages } from '../base/languages.ts';
import { getConfiguredOrigin } from '../base/publicOrigin.ts';
import { createLinkAddress } from '../base/recordLink.ts';
import { getServerTexts, type RequestTexts } from '../base/serverTexts.ts';
import type { RecordValues } from '../records/schema/recordRow.ts';
import type { Services } from '../services.ts';

interface Message {
  automation: AutomationConfig;
  /** `{resource}.{automation}`. */
  target: string;
  resource: AnyResource;
  record: RecordValues;
  config: Services['config'];
}

/** Formats a value as the portal shows it. */
export function formatValue(
  resource: AnyResource,
  record: RecordValues,
  name: string,
  { translate, language }: Pick<RequestTexts, 'translate' | 'language'>,
  timeZone: string,
): string {
  const value = getDisplayedValue(record as AnyRecord, name);
  if (value !== record[name]) return [value ?? ''].flat().join(', ');
  return toLine(showValue(resource.fields[name], value, { t: translate, locale: language, timeZone }));
}

/** Renders a text of an automation; empty without one. Fields are shown as in the portal. */
export function renderText(
  { target, automation, resource, record, config }: Message,
  part: string,
  language = 'en',
): string {
  const texts = getServerTexts(language);
  const show = (name: string) => formatValue(resource, record, name, texts, config.timeZone);
  const shown = Object.keys(resource.fields).map((name) => [name, show(name)]);
  const { link = '' } = automation.mail ?? {};
  const { days } = resource.links?.[link] ?? {};
  const address =
    days && createLinkAddress(config, { resource: resource.name, link, recordId: String(record.id), days });
  // A field of the same name must not stand for the signed address.
  const words = {
    portal: getConfiguredOrigin(config),
    link: address ?? '',
    title: fillTemplate(resource.title, record, show),
  };
  return texts.translate(`automations.${target}.${part}`, { ...Object.fromEntries(shown), ...words, _: '' });
}

/** Renders a text in every language of the app, English first. The languages of recipients are not known. */
export const renderInLanguages = (message: Message, part: string, separator: string): string =>
  [...new Set([...languages.keys()].map((language) => renderText(message, part, language)))].join(separator);
