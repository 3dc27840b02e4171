import type { AppSettings } from '../../app.ts';

const [found = {}] = Object.values(
  import.meta.glob<AppSettings>('/src/settings.ts', { eager: true, import: 'default' }),
);

export const appSettings: AppSettings = found;
