import { dark, light, type Tokens } from 'portal-frame/tokens';

const toCssVariables = ({ ground, card, line, edge, text, quiet, primary, error }: Tokens) =>
  Object.entries({
    ...{ ground, card, line, edge, text, quiet },
    ...{ primary: primary.main, pressed: primary.dark, on: primary.contrastText, link: primary.strong },
    ...{ error: error.strong, soft: error.soft },
  })
    .map(([name, colour]) => `--${name}: ${colour};`)
    .join(' ');

/** A separate file, because the page's policy forbids inline styles. */
export const PAGE_STYLE = `:root { ${toCssVariables(light)} color-scheme: light dark; }
@media (prefers-color-scheme: dark) { :root { ${toCssVariables(dark)} } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--text); font: 1rem/1.5 system-ui, sans-serif; }
main { width: min(32rem, 100% - 2rem); margin: clamp(1rem, 8vh, 5rem) auto; padding: clamp(1.25rem, 5vw, 2.5rem); background: var(--card); border: 1px solid var(--line); border-radius: 12px; overflow-wrap: anywhere; }
h1 { margin: 0 0 .5rem; font-size: 1.5rem; line-height: 1.25; text-wrap: balance; }
p { margin: 0 0 1.25rem; }
main > :last-child { margin-bottom: 0; }
.business { margin: 0 0 1rem; color: var(--quiet); font-size: .875rem; }
.error { padding: .75rem 1rem; border-radius: 8px; background: var(--soft); color: var(--error); }
label { display: flex; gap: .75rem; align-items: flex-start; min-height: 2.75rem; padding: .625rem 0; cursor: pointer; }
input { flex: none; width: 1.25rem; height: 1.25rem; margin: .125rem 0 0; accent-color: var(--primary); }
fieldset { margin: 0 0 1rem; padding: 0; border: 0; }
legend { padding: 0; color: var(--quiet); }
button { width: 100%; min-height: 3rem; margin-top: .5rem; padding: .75rem 1rem; border: 1px solid transparent; border-radius: 8px; background: var(--primary); color: var(--on); font: inherit; font-weight: 600; cursor: pointer; }
button:hover { background: var(--pressed); }
.second { border-color: var(--edge); background: transparent; color: var(--text); }
.second:hover { background: var(--ground); }
select { width: 100%; min-height: 3rem; padding: .5rem; border: 1px solid var(--edge); border-radius: 8px; background: var(--card); color: var(--text); font: inherit; }
.stacked { display: block; }
.notice { padding: .75rem 1rem; border-radius: 8px; background: var(--ground); }
details { margin-top: 1.5rem; padding-top: 1rem; border-top: 1px solid var(--line); }
summary { min-height: 2.75rem; padding: .625rem 0; color: var(--link); font-weight: 600; cursor: pointer; }
:focus-visible { outline: 2px solid var(--primary); outline-offset: 2px; }
`;
