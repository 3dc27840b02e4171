// npm run docs:site: builds the site of docs to docs/site/dist; with `dev`, serves it while pages change.
import { run } from '../frame/build/run.ts';
import { installDocsTools } from './lib/docsTools.ts';
import { fromRoot } from './lib/root.ts';

const [mode = 'build'] = process.argv.slice(2);
const folder = await installDocsTools();
const { code } = await run(process.execPath, [`${folder}/node_modules/vitepress/bin/vitepress.js`, mode, folder], {});
if (code === 0 && mode === 'build') console.log(`Written: ${fromRoot('docs/site/dist')}`);
process.exitCode = code ?? 1;
