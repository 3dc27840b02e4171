import { type Plugin, type Rolldown, runnerImport } from 'vite';
import { getPageRoles } from '../wire/roles.ts';
import { bundleScript } from './bundleScript.ts';
import { frameFile } from './paths.ts';

const PRELOAD = 'preload.js';

function collectImports(bundle: Rolldown.OutputBundle, name: string, found = new Set<string>()): Set<string> {
  const chunk = bundle[name];
  if (chunk?.type !== 'chunk' || found.has(name)) return found;
  found.add(name);
  for (const style of chunk.viteMetadata?.importedCss ?? []) found.add(style);
  for (const one of chunk.imports) collectImports(bundle, one, found);
  return found;
}

/** Lists the files that src/App.tsx needs beyond those of the page. */
function getPreloadLinks(bundle: Rolldown.OutputBundle): string[][] {
  const chunks = Object.values(bundle).filter((one) => one.type === 'chunk');
  const needed = (roots: Rolldown.OutputChunk[]) =>
    roots.flatMap(({ fileName }) => [...collectImports(bundle, fileName)]);
  const entries = needed(chunks.filter(({ isEntry }) => isEntry));
  const app = needed(chunks.filter(({ facadeModuleId }) => facadeModuleId?.endsWith('/src/App.tsx')));
  const own = new Set(app.filter((name) => !entries.includes(name)));
  return [...own].map((name) =>
    name.endsWith('.css') ? ['preload', `/${name}`, 'style'] : ['modulepreload', `/${name}`, 'script'],
  );
}

const noStyles: Plugin = {
  name: 'portal:no-styles',
  enforce: 'pre',
  resolveId: (source) => (source.endsWith('.css') ? '\0no-styles' : undefined),
  load: (id) => (id === '\0no-styles' ? '' : undefined),
};

async function renderSignIn(): Promise<Map<string, string>> {
  const { module } = await runnerImport<typeof import('../pages/signIn/renderSignInHtml.tsx')>(
    frameFile('pages/signIn/renderSignInHtml.tsx'),
    {
      ...{ configFile: false, logLevel: 'error', plugins: [noStyles] },
      // One copy of the frame, with the parts that the app declared.
      environments: { inline: { resolve: { noExternal: ['portal-frame'] } } },
    },
  );
  return module.signInHtml;
}

/** Adds the rendered sign-in of each language to the page, and runs frame/preload.ts first. */
export function preloadPlugin(): Plugin {
  return {
    name: 'portal:preload',
    // Not for the page that the bench builds with these settings.
    apply: ({ root }, { command }) => command === 'build' && root === undefined,
    transformIndexHtml: {
      order: 'post',
      async handler(html) {
        const templates = [...(await renderSignIn())].map(([locale, children]) => ({
          tag: 'template',
          attrs: { id: `signin-${locale}` },
          children,
          injectTo: 'body' as const,
        }));
        return {
          // The browser renders before it loads the code.
          html: html.replaceAll('<script type="module"', '<script type="module" fetchpriority="low"'),
          tags: [...templates, { tag: 'script', attrs: { src: `/${PRELOAD}` }, injectTo: 'body' }],
        };
      },
    },
    async generateBundle(_options, bundle) {
      // A separate file, because the page's policy forbids inline scripts.
      const source = await bundleScript('preload.ts', {
        LINKS: JSON.stringify(getPreloadLinks(bundle)),
        ROLE_NAMES: JSON.stringify(getPageRoles().names),
      });
      this.emitFile({ type: 'asset', fileName: PRELOAD, source });
    },
  };
}
