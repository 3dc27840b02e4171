import type { Config, RequestTexts } from 'portal-frame/server';
import { DECLINE_REASONS } from '../../src/wire/orderApi.ts';
import { CONFIRMATION_PATH } from '../confirmations/confirmationPath.ts';
import { getBusinessName } from '../confirmations/visitQuestionMail.ts';
import { formatVisitWindow } from '../confirmations/visitWindow.ts';
import type { Confirmation } from './confirmationAnswer.ts';
import type { RefusedChange } from './visitChange.ts';

const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

export interface RenderedPage {
  status: number;
  html: string;
}

function renderMessage(state: string, { translate }: RequestTexts): string {
  const text = (part: string) => escapeHtml(translate(`confirmation.${state}.${part}`));
  return `<h1>${text('title')}</h1><p role="status">${text('text')}</p>`;
}

type Text = (key: string, args?: Record<string, string | number>) => string;
const createText =
  ({ translate }: RequestTexts): Text =>
  (key, args = {}) =>
    escapeHtml(translate(`confirmation.${key}`, args));

/** Times offered per day at most. */
const MAX_DAY_TIMES = 8;

/** Chooses times of a day that are spread over it. */
const spread = (times: readonly number[]) =>
  times.filter((_, index) => index % Math.ceil(times.length / MAX_DAY_TIMES) === 0);

/** Form that moves the visit, or says that there is no other time. */
function renderMove({ times = [] }: OpenConfirmation, { language }: RequestTexts, config: Config, text: Text): string {
  const days = Map.groupBy(times, (at) => formatVisitWindow(at, config, language).day);
  const options = [...days].map(([day, own]) => {
    const times = spread(own).map(
      (at) => `<option value="${at}">${escapeHtml(translateTime(at, config, language, text))}</option>`,
    );
    return `<optgroup label="${escapeHtml(day)}">${times.join('')}</optgroup>`;
  });
  const form = `<form method="post">
<label class="stacked">${text('newTime')} <select name="at" required><option value="">${text('chooseTime')}</option>${options.join('')}</select></label>
<button name="answer" value="moved">${text('move')}</button>
</form>`;
  return `<details>
<summary>${text('moveTitle')}</summary>
${times.length > 0 ? form : `<p>${text('noTimes')}</p>`}
</details>`;
}

const translateTime = (at: number, config: Config, language: string, text: Text) => {
  const { from, to } = formatVisitWindow(at, config, language);
  return text('between', { from, to });
};

/** How many visits come before this one today. */
const renderStops = (stops: number | null, text: Text) =>
  stops === null
    ? ''
    : `<p class="notice" role="status">${stops === 0 ? text('next') : text('stops', { count: stops })}</p>`;

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
function renderQuestion(asked: OpenConfirmation, texts: RequestTexts, config: Config, problem?: Problem): string {
  const { state, visit, fasts, stops, times } = asked;
  const { translate, language } = texts;
  const text = createText(texts);
  const invalid = problem === 'choose';
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
${renderStops(stops, text)}
${renderDetails(asked, texts, config)}
${yes}`;
  const confirmed = `${renderMessage('confirmed', texts)}
<p>${text('time', when)}</p>
${renderStops(stops, text)}
${renderDetails(asked, texts, config)}`;
  const refused = problem === undefined || invalid ? '' : `<p class="error" role="alert">${text(problem)}</p>`;
  return `${refused}${state === 'open' ? open : confirmed}
${times ? renderMove(asked, texts, config, text) : ''}
<details${invalid ? ' open' : ''}>
<summary>${text('cannot')}</summary>
<form method="post">
${invalid ? `<p class="error" role="alert">${text('choose')}</p>` : ''}
<fieldset><legend>${text('why')}</legend>${reasons.join('\n')}</fieldset>
${times ? `<button name="answer" value="cancelled">${text('cancel')}</button>` : ''}
<button class="second" name="answer" value="declined">${text('decline')}</button>
</form>
</details>`;
}

/** The visit while the employee is on the way. */
function renderWaiting(
  { visit, stops }: Extract<Confirmation, { state: 'waiting' }>,
  texts: RequestTexts,
  config: Config,
): string {
  const text = createText(texts);
  const when = formatVisitWindow(visit.scheduled_at, config, texts.language);
  const phone = config.contactPhone && `<p>${text('phone', { phone: config.contactPhone })}</p>`;
  return [`<h1>${text('title', when)}</h1>`, `<p>${text('time', when)}</p>`, renderStops(stops, text), phone]
    .filter(Boolean)
    .join('\n');
}

/** A missing reason, or why a change was refused. */
type Problem = 'choose' | RefusedChange;

const STATUS = {
  open: 200,
  confirmed: 200,
  waiting: 200,
  declined: 200,
  cancelled: 200,
  over: 410,
  changed: 410,
  unknown: 404,
} as const;

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

/** Renders the page of a link in the browser's language. */
export function renderConfirmationPage(
  asked: Confirmation,
  texts: RequestTexts,
  config: Config,
  problem?: Problem,
): RenderedPage {
  const content =
    asked.state === 'waiting'
      ? renderWaiting(asked, texts, config)
      : 'visit' in asked
        ? renderQuestion(asked, texts, config, problem)
        : renderMessage(asked.state, texts);
  const business = getBusinessName(config, texts.translate('app.name'));
  const html = renderLayout(content, texts.translate('confirmation.page'), texts, business);
  const refused = problem === 'choose' ? 400 : problem && 409;
  return { status: refused ?? STATUS[asked.state], html };
}

export function renderErrorPage(message: string, texts: RequestTexts, config: Config): string {
  const content = `<h1>${escapeHtml(texts.translate('confirmation.page'))}</h1><p role="alert">${escapeHtml(message)}</p>`;
  const business = getBusinessName(config, texts.translate('app.name'));
  return renderLayout(content, texts.translate('confirmation.page'), texts, business);
}
