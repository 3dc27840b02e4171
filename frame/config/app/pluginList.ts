import type { BrowserPlugin } from './defineBrowserPlugin.ts';

const [plugins = []] = Object.values(
  import.meta.glob<readonly BrowserPlugin[]>('/src/plugins.ts', { eager: true, import: 'default' }),
);

/** Returns the plug-ins of the browser, in the order of src/plugins.ts. The sign-in page loads without them. */
export const getPlugins = (): readonly BrowserPlugin[] => plugins;
