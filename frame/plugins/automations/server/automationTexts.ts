import { getServerTexts, type Services } from 'portal-frame/server';
import {
  type AnyResource,
  fillTemplate,
  formatValue,
  getConfiguredOrigin,
  languages,
  type RecordValues,
} from 'portal-frame/server/plugins';
import type { AutomationConfig } from '../automationConfig.ts';

interface Message {
  automation: AutomationConfig;
  /** `{resource}.{automation}`. */
  target: string;
  resource: AnyResource;
  record: RecordValues;
  config: Services['config'];
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
  const address = config.app.plugins
    ?.find(({ createLinkAddress }) => createLinkAddress)
    ?.createLinkAddress?.(config, { resource, link, recordId: String(record.id) });
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
