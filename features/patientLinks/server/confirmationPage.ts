import { type Html, html, type RenderedPage } from 'portal-frame/plugins/publicPages/server';
import type { Config, RequestTexts } from 'portal-frame/server';
import type { RefusedChange } from '../../../server/calls/planning/changePolicy.ts';
import { DECLINE_REASONS } from '../../../src/wire/orderApi.ts';
import type { Confirmation } from './confirmationAnswer.ts';
import { formatVisitWindow } from './visitWindow.ts';

type Text = (key: string, args?: Record<string, string | number>) => string;

interface PageContext extends Pick<RequestTexts, 'translate' | 'language'> {
  config: Config;
  text: Text;
}

const renderMessage = (state: string, { text }: PageContext): Html =>
  html`<h1>${text(`${state}.title`)}</h1><p role="status">${text(`${state}.text`)}</p>`;

/** Times offered per day at most. */
const MAX_DAY_TIMES = 8;

/** Chooses times of a day that are spread over it. */
const spread = (times: readonly number[]) =>
  times.filter((_, index) => index % Math.ceil(times.length / MAX_DAY_TIMES) === 0);

/** Form that moves the visit, or says that there is no other time. */
function renderMove(times: readonly number[], { language, config, text }: PageContext): Html {
  const days = Map.groupBy(times, (at) => formatVisitWindow(at, config, language).day);
  const options = [...days].map(([day, own]) => {
    const choices = spread(own).map((at) => {
      const { from, to } = formatVisitWindow(at, config, language);
      return html`<option value="${at}">${text('between', { from, to })}</option>`;
    });
    return html`<optgroup label="${day}">${choices}</optgroup>`;
  });
  const form = html`<form method="post">
<label for="at">${text('newTime')}</label><select id="at" name="at" required><option value="">${text('chooseTime')}</option>${options}</select>
<button name="answer" value="moved">${text('move')}</button>
</form>`;
  return html`<details>
<summary>${text('moveTitle')}</summary>
${times.length > 0 ? form : html`<p>${text('noTimes')}</p>`}
</details>`;
}

/** How many visits come before this one today. */
const renderStops = (stops: number | null, { text }: PageContext) =>
  stops !== null &&
  html`<p class="notice" role="status">${stops === 0 ? text('next') : text('stops', { count: stops })}</p>`;

const renderPhone = ({ config: { contactPhone: phone }, text }: PageContext) =>
  phone && html`<p>${text('phone', { phone })}</p>`;

type OpenConfirmation = Extract<Confirmation, { state: 'open' | 'confirmed' }>;

function renderDetails({ visit: { address }, preparation: { hours, texts } }: OpenConfirmation, context: PageContext) {
  const { text } = context;
  return html`${address && html`<p>${text('where', { address })}</p>`}
${hours > 0 && html`<p>${text('fast', { hours })}</p>`}
${texts.map((one) => html`<p>${text('prepare', { text: one })}</p>`)}
${renderPhone(context)}`;
}

/** Each answer is its own form, so that it works without scripts and reading answers nothing. */
function renderQuestion(asked: OpenConfirmation, context: PageContext, problem?: Problem): Html {
  const { state, visit, fasts, stops, times } = asked;
  const { text, translate, language, config } = context;
  const invalid = problem === 'choose';
  const reasons = DECLINE_REASONS.map(
    (reason) =>
      html`<label class="check"><input type="radio" name="reason" value="${reason}" required> ${translate(`orders.declined.${reason}`)}</label>`,
  );
  const when = formatVisitWindow(visit.scheduled_at, config, language);
  const about = html`${renderStops(stops, context)}
${renderDetails(asked, context)}`;
  const open = html`<h1>${text('title', when)}</h1>
<p>${text('when', when)}</p>
${about}
<form method="post">
<input type="hidden" name="answer" value="confirmed">
${fasts && html`<label class="check"><input type="checkbox" name="prepared" value="yes"> ${text('prepared')}</label>`}
<button>${text('confirm')}</button>
</form>`;
  const confirmed = html`${renderMessage('confirmed', context)}
<p>${text('time', when)}</p>
${about}`;
  return html`${problem && !invalid && html`<p class="error" role="alert">${text(problem)}</p>`}${state === 'open' ? open : confirmed}
${times && renderMove(times, context)}
<details${invalid && html` open`}>
<summary>${text('cannot')}</summary>
<form method="post">
${invalid && html`<p class="error" role="alert">${text('choose')}</p>`}
<fieldset><legend>${text('why')}</legend>${reasons}</fieldset>
<p>${text('final')}</p>
${times && html`<button name="answer" value="cancelled">${text('cancel')}</button>`}
<button class="second" name="answer" value="declined">${text('decline')}</button>
</form>
</details>`;
}

/** The visit while the employee is on the way. */
function renderWaiting({ visit, stops }: Extract<Confirmation, { state: 'waiting' }>, context: PageContext): Html {
  const { text, config, language } = context;
  const when = formatVisitWindow(visit.scheduled_at, config, language);
  return html`<h1>${text('title', when)}</h1>
<p>${text('time', when)}</p>
${renderStops(stops, context)}
${renderPhone(context)}`;
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

/** Renders the page of a link in the browser's language. */
export function renderConfirmationPage(
  asked: Confirmation,
  { translate, language }: RequestTexts,
  config: Config,
  problem?: Problem,
): RenderedPage {
  const text: Text = (key, args) => translate(`confirmation.${key}`, args);
  const context = { translate, language, config, text };
  const content =
    asked.state === 'waiting'
      ? renderWaiting(asked, context)
      : 'visit' in asked
        ? renderQuestion(asked, context, problem)
        : renderMessage(asked.state, context);
  const refused = problem === 'choose' ? 400 : problem && 409;
  return { status: refused ?? STATUS[asked.state], title: text('page'), content };
}
