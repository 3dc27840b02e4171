import type { Texts } from '../../frame/server/base/texts.ts';
import type { Config } from '../../frame/server/config.ts';
import { DECLINE_REASONS } from '../../src/wire/orders.ts';
import { CONFIRMATIONS } from './address.ts';
import type { Asked } from './answer.ts';
import { businessOf } from './visitQuestion.ts';
import { visitWindow } from './window.ts';

const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

export interface Page {
  status: number;
  html: string;
}

/** One message: a link that leads to no question, or an answer that was taken. */
function messageOf(state: string, { translate }: Texts): string {
  const text = (part: string) => escaped(translate(`confirmation.${state}.${part}`));
  return `<h1>${text('title')}</h1><p role="status">${text('text')}</p>`;
}

type Visiting = Extract<Asked, { state: 'open' | 'confirmed' }>;

/** The place, the preparation and the business's telephone, as far as they are known. */
function detailsOf({ visit, preparation: { hours, texts } }: Visiting, { translate }: Texts, config: Config): string {
  const line = (key: string, args: Record<string, string | number>) =>
    `<p>${escaped(translate(`confirmation.${key}`, args))}</p>`;
  return [
    visit.address && line('where', { address: visit.address }),
    hours > 0 && line('fast', { hours }),
    ...texts.map((text) => line('prepare', { text })),
    config.contactPhone && line('phone', { phone: config.contactPhone }),
  ]
    .filter(Boolean)
    .join('\n');
}

/**
 * The question, or what is left of it once it is answered with yes. Each answer is a form of its own, so that it works
 * without scripts, and nothing is answered by being read.
 */
function questionOf(asked: Visiting, texts: Texts, config: Config, invalid: boolean): string {
  const { state, visit, fasts } = asked;
  const { translate, language } = texts;
  const text = (key: string, args = {}) => escaped(translate(`confirmation.${key}`, args));
  const reasons = DECLINE_REASONS.map(
    (reason) =>
      `<label><input type="radio" name="reason" value="${reason}" required> ${escaped(translate(`orders.declined.${reason}`))}</label>`,
  );
  const when = visitWindow(visit.scheduled_at, config, language);
  const yes = `<form method="post">
<input type="hidden" name="answer" value="confirmed">
${fasts ? `<label><input type="checkbox" name="prepared" value="yes"> ${text('prepared')}</label>` : ''}
<button>${text('confirm')}</button>
</form>`;
  const open = `<h1>${text('title', when)}</h1>
<p>${text('when', when)}</p>
${detailsOf(asked, texts, config)}
${yes}`;
  const confirmed = `${messageOf('confirmed', texts)}
<p>${text('time', when)}</p>
${detailsOf(asked, texts, config)}`;
  return `${state === 'open' ? open : confirmed}
<details${invalid ? ' open' : ''}>
<summary>${text('cannot')}</summary>
<form method="post">
<input type="hidden" name="answer" value="declined">
${invalid ? `<p class="error" role="alert">${text('choose')}</p>` : ''}
<fieldset><legend>${text('why')}</legend>${reasons.join('\n')}</fieldset>
<button class="second">${text('decline')}</button>
</form>
</details>`;
}

const STATUS = { open: 200, confirmed: 200, declined: 200, over: 410, changed: 410, unknown: 404 } as const;

function pageOf(content: string, title: string, { language }: Texts, business: string): string {
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<title>${escaped(title)}</title>
<link rel="stylesheet" href="${CONFIRMATIONS}/page.css">
</head>
<body>
<main>
<p class="business">${escaped(business)}</p>
${content}
</main>
</body>
</html>
`;
}

/** The page that a link leads to, in the browser's language; `invalid` where an answer lacked its reason. */
export function pageFor(asked: Asked, texts: Texts, config: Config, invalid = false): Page {
  const content = 'visit' in asked ? questionOf(asked, texts, config, invalid) : messageOf(asked.state, texts);
  const business = businessOf(config, texts.translate('app.name'));
  const html = pageOf(content, texts.translate('confirmation.page'), texts, business);
  return { status: invalid ? 400 : STATUS[asked.state], html };
}

/** The same for what went wrong: a message, in words. */
export function errorPage(message: string, texts: Texts, config: Config): string {
  const content = `<h1>${escaped(texts.translate('confirmation.page'))}</h1><p role="alert">${escaped(message)}</p>`;
  const business = businessOf(config, texts.translate('app.name'));
  return pageOf(content, texts.translate('confirmation.page'), texts, business);
}
