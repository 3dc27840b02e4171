import type { Config, RequestTexts } from 'portal-frame/server';
import { DECLINE_REASONS } from '../../src/wire/orderApi.ts';
import type { Confirmation } from './confirmationAnswer.ts';
import { CONFIRMATION_PATH } from './confirmationPath.ts';
import { getBusinessName } from './visitQuestionMail.ts';
import { formatVisitWindow } from './visitWindow.ts';

const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

export interface RenderedPage {
  status: number;
  html: string;
}

function renderMessage(state: string, { translate }: RequestTexts): string {
  const text = (part: string) => escapeHtml(translate(`confirmation.${state}.${part}`));
  return `<h1>${text('title')}</h1><p role="status">${text('text')}</p>`;
}

type OpenConfirmation = Extract<Confirmation, { state: 'open' | 'confirmed' }>;

function renderDetails(
  { visit, preparation: { hours, texts } }: OpenConfirmation,
  { translate }: RequestTexts,
  config: Config,
): string {
  const line = (key: string, args: Record<string, string | number>) =>
    `<p>${escapeHtml(translate(`confirmation.${key}`, args))}</p>`;
  return [
    visit.address && line('where', { address: visit.address }),
    hours > 0 && line('fast', { hours }),
    ...texts.map((text) => line('prepare', { text })),
    config.contactPhone && line('phone', { phone: config.contactPhone }),
  ]
    .filter(Boolean)
    .join('\n');
}

/** Each answer is its own form, so that it works without scripts and reading answers nothing. */
function renderQuestion(asked: OpenConfirmation, texts: RequestTexts, config: Config, invalid: boolean): string {
  const { state, visit, fasts } = asked;
  const { translate, language } = texts;
  const text = (key: string, args = {}) => escapeHtml(translate(`confirmation.${key}`, args));
  const reasons = DECLINE_REASONS.map(
    (reason) =>
      `<label><input type="radio" name="reason" value="${reason}" required> ${escapeHtml(translate(`orders.declined.${reason}`))}</label>`,
  );
  const when = formatVisitWindow(visit.scheduled_at, config, language);
  const yes = `<form method="post">
<input type="hidden" name="answer" value="confirmed">
${fasts ? `<label><input type="checkbox" name="prepared" value="yes"> ${text('prepared')}</label>` : ''}
<button>${text('confirm')}</button>
</form>`;
  const open = `<h1>${text('title', when)}</h1>
<p>${text('when', when)}</p>
${renderDetails(asked, texts, config)}
${yes}`;
  const confirmed = `${renderMessage('confirmed', texts)}
<p>${text('time', when)}</p>
${renderDetails(asked, texts, config)}`;
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

function renderLayout(content: string, title: string, { language }: RequestTexts, business: string): string {
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>
<link rel="stylesheet" href="${CONFIRMATION_PATH}/page.css">
</head>
<body>
<main>
<p class="business">${escapeHtml(business)}</p>
${content}
</main>
</body>
</html>
`;
}

/** Renders the page of a link in the browser's language; `invalid` marks a missing reason. */
export function renderConfirmationPage(
  asked: Confirmation,
  texts: RequestTexts,
  config: Config,
  invalid = false,
): RenderedPage {
  const content = 'visit' in asked ? renderQuestion(asked, texts, config, invalid) : renderMessage(asked.state, texts);
  const business = getBusinessName(config, texts.translate('app.name'));
  const html = renderLayout(content, texts.translate('confirmation.page'), texts, business);
  return { status: invalid ? 400 : STATUS[asked.state], html };
}

export function renderErrorPage(message: string, texts: RequestTexts, config: Config): string {
  const content = `<h1>${escapeHtml(texts.translate('confirmation.page'))}</h1><p role="alert">${escapeHtml(message)}</p>`;
  const business = getBusinessName(config, texts.translate('app.name'));
  return renderLayout(content, texts.translate('confirmation.page'), texts, business);
}
