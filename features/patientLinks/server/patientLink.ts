import { definePublicLink, type LinkRequest, type RenderedPage } from 'portal-frame/plugins/publicPages/server';
import { z } from 'zod';
import type { RefusedChange } from '../../../server/calls/planning/changePolicy.ts';
import { DECLINE_REASONS } from '../../../src/wire/orderApi.ts';
import { findConfirmation, type PatientAnswer, saveAnswer } from './confirmationAnswer.ts';
import { renderConfirmationPage } from './confirmationPage.ts';
import { CONFIRMATION_PATH } from './confirmationPath.ts';
import { changeVisit, type PatientChange } from './visitChange.ts';
import { confirmationBy, type VisitConfirmationRow } from './visitConfirmations.ts';

const answerSchema = z.discriminatedUnion('answer', [
  z.object({ answer: z.literal('confirmed'), prepared: z.literal('yes').optional() }),
  z.object({ answer: z.enum(['declined', 'cancelled']), reason: z.enum(DECLINE_REASONS) }),
  z.object({ answer: z.literal('moved'), at: z.string().regex(/^\d{1,15}$/) }),
]);

type Asked = LinkRequest<VisitConfirmationRow>;

async function renderPage(
  { services, token, texts }: Asked,
  problem?: 'choose' | RefusedChange,
): Promise<RenderedPage> {
  return renderConfirmationPage(await findConfirmation(services, token), texts, services.config, problem);
}

/** Saves the answer of a form, and renders the page again if it is invalid. */
async function answerQuestion(asked: Asked, form: Readonly<Record<string, string>>): Promise<RenderedPage> {
  const { services, request, token } = asked;
  const { data } = answerSchema.safeParse(form);
  if (!data) return renderPage(asked, 'choose');
  if (data.answer === 'moved' || data.answer === 'cancelled') {
    const change = data.answer === 'moved' ? { answer: data.answer, at: Number(data.at) } : data;
    return renderPage(asked, await changeVisit(services, request, token, change as PatientChange));
  }
  const given = data.answer === 'confirmed' ? { answer: data.answer, prepared: data.prepared === 'yes' } : data;
  const answered = await saveAnswer(services, request, token, given as PatientAnswer);
  return renderConfirmationPage(answered, asked.texts, services.config);
}

/** The page that the evening mail links to: a patient answers, moves or cancels a visit. */
export const patientLink = definePublicLink<VisitConfirmationRow>({
  path: CONFIRMATION_PATH,
  isOn: ({ eveningMail }) => eveningMail !== undefined,
  title: ({ translate }) => translate('confirmation.page'),
  find: ({ db }, token) => confirmationBy(db, token),
  getKey: ({ appointment_id }) => appointment_id,
  render: (asked) => renderPage(asked),
  submit: answerQuestion,
});
