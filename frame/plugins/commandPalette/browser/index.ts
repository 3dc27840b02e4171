import { defineBrowserPlugin } from 'portal-frame/plugin';
import { commandPalette } from '../plugin.ts';

export default defineBrowserPlugin(commandPalette, { headerItem: () => import('./PaletteHeaderItem.tsx') });
