import { declareCalls, failureTexts } from 'portal-frame';
import { wireCount, wireList, wireObject, wireRecord, wireText } from 'portal-frame/wire';

const sums = wireList(wireRecord({ name: wireText, amount: wireCount }));
const preview = wireObject({
  checklist: wireObject({
    ...{
      withoutResult: wireCount,
      withoutPrice: wireCount,
      withoutEmployee: wireCount,
      held: wireCount,
      withoutSeller: wireCount,
    },
  }),
  /** Completed visits without a price. */
  unpriced: wireList(wireRecord({ at: wireText })),
  /** Totals of invoices by payer, and of payouts by person, in dollars. */
  invoices: sums,
  payouts: sums,
});
export const readMonthPreview = preview.read;
export type MonthPreview = ReturnType<typeof readMonthPreview>;

declare module 'portal-frame/wire' {
  interface AppFeatures {
    money: true;
  }
}

const { get } = declareCalls({ feature: 'money' });

export const monthCalls = {
  monthPreview: get('/admin/get-month-preview/{id}', {
    summary: 'What a month lacks, and the invoices and payouts that closing it now would write (amounts in dollars).',
    data: preview.schema,
    failure: failureTexts('errors.loadMonth'),
  }),
};
