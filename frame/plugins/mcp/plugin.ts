import { definePlugin } from 'portal-frame/plugin';
import en from './texts/en.ts';
import es from './texts/es.ts';

/** AI assistants work with the portal by the Model Context Protocol, with API keys made for them. */
export const mcp = definePlugin({ name: 'mcp', frame: '^0.1', needs: ['apiKeys'], texts: { en, es } });
