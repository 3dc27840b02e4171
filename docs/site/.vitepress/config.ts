import { defineConfig } from 'vitepress';

const page = (text: string, name: string) => ({ text, link: `/${name}` });

/** The site of docs/*.md: `npm run docs:site` writes docs/site/dist. A dead link fails the build. */
export default defineConfig({
  title: 'portal-frame',
  description: 'A config-driven admin framework on react-admin and Fastify.',
  srcDir: '..',
  srcExclude: ['site/node_modules/**', 'site/dist/**'],
  rewrites: { 'site/index.md': 'index.md' },
  outDir: 'dist',
  cacheDir: 'node_modules/.vitepress',
  cleanUrls: true,
  ignoreDeadLinks: false,
  themeConfig: {
    search: { provider: 'local' },
    outline: [2, 3],
    sidebar: [
      {
        text: 'Build',
        items: [
          page('An app of your own', 'new-app'),
          page('Adding a resource', 'adding-a-resource'),
          page('Every key', 'reference'),
          page('Changing a resource', 'changing-a-resource'),
          page('Records by code', 'records-api'),
          page('Jobs', 'jobs'),
          page('Programs', 'programs'),
          page('Automations', 'automations'),
          page('Public pages', 'public-pages'),
          page('Documents', 'documents'),
          page('Plug-ins', 'plugins'),
        ],
      },
      {
        text: 'Run',
        items: [
          page('Deployment', 'deployment'),
          page('Operating', 'operating'),
          page('Security', 'security'),
          page('Performance', 'performance'),
        ],
      },
      {
        text: 'Contribute',
        items: [
          page('Architecture', 'architecture'),
          page('Decisions', 'decisions'),
          page('Money', 'money'),
          page('Glossary', 'glossary'),
          page('Specification', 'spec-coverage'),
          page('ASVS', 'asvs'),
          page('Mutants', 'mutants'),
          page('Simulation', 'simulation'),
        ],
      },
    ],
  },
});
