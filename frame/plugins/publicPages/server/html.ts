import type { RequestTexts } from 'portal-frame/server';
import { dark, light, type Tokens } from 'portal-frame/tokens';
import { ASSETS } from '../publicPaths.ts';

/** Text that is safe in HTML. */
export interface Html {
  html: string;
}

const escapeText = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

type Part = Html | string | number | false | null | undefined | readonly Html[];

const toText = (part: Part): string => {
  if (part === false || part === null || part === undefined) return '';
  if (typeof part !== 'object') return escapeText(String(part));
  return 'html' in part ? part.html : part.map(({ html }) => html).join('\n');
};

/** Builds HTML. Every value is escaped, except HTML that this function built. */
export const html = (strings: TemplateStringsArray, ...parts: readonly Part[]): Html => ({
  html: strings.map((text, at) => text + toText(parts[at])).join(''),
});

interface Page {
  title: string;
  content: Html;
  /** Name of the business, above the content. */
  business: string;
  /** Lists use the width of the screen. */
  wide?: boolean;
  /** Loads the script that sends forms. */
  hasForm?: boolean;
}

/** Renders a whole page. It works without scripts, except forms of the public. */
export const renderLayout = (
  { title, content, business, wide, hasForm }: Page,
  { language }: Pick<RequestTexts, 'language'>,
): string =>
  html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="stylesheet" href="${ASSETS}/page.css">
${hasForm && html`<script src="${ASSETS}/proof.js" defer></script>`}
</head>
<body>
<main${wide && html` class="wide"`}>
<p class="business">${business}</p>
${content}
</main>
</body>
</html>
`.html;

const toCssVariables = ({ ground, card, line, edge, text, quiet, hover, primary, error, success }: Tokens) => `
  --ground: ${ground}; --card: ${card}; --line: ${line}; --edge: ${edge}; --text: ${text}; --quiet: ${quiet};
  --hover: ${hover}; --primary: ${primary.main}; --pressed: ${primary.dark}; --on: ${primary.contrastText};
  --link: ${primary.strong}; --error: ${error.strong}; --soft: ${error.soft}; --good: ${success.strong};
  --mild: ${success.soft};
`;

/** A separate file, because the page's policy forbids inline styles. */
export const PAGE_STYLE = `:root { ${toCssVariables(light)} color-scheme: light dark; }
@media (prefers-color-scheme: dark) { :root { ${toCssVariables(dark)} } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--text); font: 1rem/1.5 system-ui, sans-serif; }
main { width: min(34rem, 100% - 2rem); margin: clamp(1rem, 6vh, 4rem) auto; padding: clamp(1.25rem, 5vw, 2.5rem); background: var(--card); border: 1px solid var(--line); border-radius: 12px; overflow-wrap: anywhere; }
main.wide { width: min(60rem, 100% - 2rem); }
h1 { margin: 0 0 .5rem; font-size: 1.5rem; line-height: 1.25; text-wrap: balance; }
p { margin: 0 0 1.25rem; }
a { color: var(--link); }
main > :last-child { margin-bottom: 0; }
.business { margin: 0 0 1rem; color: var(--quiet); font-size: .875rem; }
.error, .good { padding: .75rem 1rem; border-radius: 8px; background: var(--soft); color: var(--error); }
.good { background: var(--mild); color: var(--good); }
table { width: 100%; margin: 1rem 0; border-collapse: collapse; font-variant-numeric: tabular-nums; }
th { color: var(--quiet); font-size: .875rem; font-weight: 600; text-align: start; }
th, td { padding: .625rem .75rem .625rem 0; border-bottom: 1px solid var(--line); vertical-align: top; }
.right { text-align: end; }
tr > :last-child { padding-inline-end: 0; }
nav { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 1rem; align-items: center; margin: 1rem 0; }
nav a { min-height: 2.75rem; padding: .625rem 0; }
dl { display: grid; grid-template-columns: minmax(0, 10rem) minmax(0, 1fr); gap: .5rem 1rem; margin: 1rem 0 1.5rem; }
dt { color: var(--quiet); }
dd { margin: 0; white-space: pre-line; }
label { display: block; margin: 1rem 0 .25rem; font-weight: 600; }
.check { display: flex; gap: .75rem; align-items: center; min-height: 2.75rem; font-weight: 400; }
.help, .at { display: block; color: var(--quiet); font-size: .875rem; font-weight: 400; }
.at { color: var(--error); }
input, select, textarea { width: 100%; min-height: 2.75rem; padding: .5rem .75rem; border: 1px solid var(--edge); border-radius: 8px; background: var(--card); color: var(--text); font: inherit; }
textarea { min-height: 7rem; }
[type=checkbox], [type=radio] { flex: none; width: 1.25rem; min-height: 1.25rem; margin: 0; accent-color: var(--primary); }
[aria-invalid=true] { border-color: var(--error); }
.trap { position: absolute; left: -100vw; }
button { width: 100%; min-height: 3rem; margin-top: 1.25rem; padding: .75rem 1rem; border: 1px solid transparent; border-radius: 8px; background: var(--primary); color: var(--on); font: inherit; font-weight: 600; cursor: pointer; }
button:hover { background: var(--pressed); }
button:disabled { opacity: .6; cursor: default; }
form + form button, button.second { border-color: var(--edge); background: transparent; color: var(--text); }
form + form button:hover, button.second:hover { background: var(--hover); }
form button + button { margin-top: .5rem; }
.notice { padding: .75rem 1rem; border-radius: 8px; background: var(--hover); }
fieldset { margin: 0; padding: 0; border: 0; }
fieldset .check { margin: 0; }
legend { padding: 0; color: var(--quiet); }
details { margin-top: 1.5rem; padding-top: 1rem; border-top: 1px solid var(--line); }
summary { min-height: 2.75rem; padding: .625rem 0; color: var(--link); font-weight: 600; cursor: pointer; }
:focus-visible { outline: 2px solid var(--primary); outline-offset: 2px; }
@media (max-width: 40rem) {
  dl { grid-template-columns: minmax(0, 1fr); gap: 0; }
  dd { margin-bottom: .75rem; }
  table.rows thead { display: none; }
  table.rows tr { display: block; padding: .75rem 0; border-bottom: 1px solid var(--line); }
  table.rows td { display: flex; justify-content: space-between; gap: 1rem; padding: .125rem 0; border: 0; text-align: end; }
  table.rows td::before { flex: none; max-width: 45%; color: var(--quiet); content: attr(data-label); text-align: start; }
}
`;
