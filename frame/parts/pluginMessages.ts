import { getPlugins } from '../config/app/pluginList.ts';
import { addPluginTexts } from '../i18n/provider.ts';

/** Adds the texts of plug-ins. A change of the language shows them. */
export const addPluginMessages = (): void =>
  addPluginTexts(getPlugins().flatMap(({ plugin: { texts } }) => texts ?? []));
