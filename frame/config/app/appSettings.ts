import { addEntries } from './mergeExtension.ts';
import { getPlugins } from './pluginList.ts';
import type { AppSettings, LinksCard } from './settingsTypes.ts';

const [settings = {}] = Object.values(
  import.meta.glob<AppSettings>('/src/settings.{ts,tsx}', { eager: true, import: 'default' }),
);

export const getAppSettings = (): AppSettings => settings;

/** Returns the sections of the menu with what plug-ins add to them. */
export const getLinksCards = (): readonly LinksCard[] =>
  (settings.links ?? []).map((card) => ({
    ...card,
    resources: addEntries(
      card.resources,
      getPlugins().flatMap(({ sections }) => sections?.[card.name] ?? []),
    ),
  }));
