import type { AppSettings } from './settingsTypes.ts';

const [settings = {}] = Object.values(
  import.meta.glob<AppSettings>('/src/settings.{ts,tsx}', { eager: true, import: 'default' }),
);

export const getAppSettings = (): AppSettings => settings;
