import type { Plugin } from 'vite';

/** Writes the few styles of the first screen into the page: a file of their own would hold up its first picture. */
export function inlineStyles(): Plugin {
  return {
    name: 'portal:inline-styles',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (html, { bundle = {} }) =>
        html.replace(/<link rel="stylesheet"[^>]*href="\/([^"]+)">/g, (link, name: string) => {
          const file = bundle[name];
          return file?.type === 'asset' ? `<style>${String(file.source).trim()}</style>` : link;
        }),
    },
  };
}
