import { asText, declareCalls, failureTexts, type ResourceApi } from 'portal-frame';
import {
  bindUnpagedList,
  optionalNumber,
  optionalTexts,
  optionalTextsOrNull,
  unpagedCallOptions,
  wireRecord,
  wireValue,
} from 'portal-frame/wire';
import { z } from 'zod';
import { TRANSACTION_STATUSES } from './choices.ts';

/** A transaction on the wire (spec 3); amount in dollars. */
const transaction = wireRecord({
  ...optionalTexts('accountNumber', 'patientName'),
  ...optionalTextsOrNull('dateAndTime'),
  status: wireValue(z.string().nullish(), (status) => asText(status) || 'Pending'),
  amount: optionalNumber,
  /** Beyond spec 3: it is open, and its visit is over. */
  due: wireValue(z.boolean().nullish(), (due) => due === true),
});
export const { schema: wireTransaction, read: readTransaction } = transaction;
export type WireTransaction = z.infer<typeof wireTransaction>;
export type Transaction = ReturnType<typeof readTransaction>;

const { get, post } = declareCalls({});

export const transactionCalls = {
  transactions: get('/admin/get-transactions', {
    summary: 'All transactions, newest first.',
    ...unpagedCallOptions,
    data: z.array(wireTransaction),
    failure: failureTexts('errors.fetchTransactions'),
  }),
  totalEarning: get('/admin/get-total-earning', {
    summary: "This month's completed transactions, in dollars.",
    data: z.number(),
    failure: failureTexts('errors.fetchTotalEarnings'),
  }),
  recentTransaction: get('/admin/get-recent-transaction', {
    summary: 'The newest transaction, as the first element of a list.',
    data: z.array(wireTransaction),
    failure: failureTexts('errors.fetchRecentTransaction'),
  }),
  updateTransaction: post('/admin/update-transaction/{id}', {
    ignoresUnknownFields: true,
    summary: 'Set the status.',
    body: z.object({ status: z.enum(TRANSACTION_STATUSES, { error: 'validation.transactionStatus' }) }),
    data: wireTransaction,
    failure: failureTexts('errors.updateTransaction'),
  }),
};

export const transactionsApi: ResourceApi = {
  list: { admin: bindUnpagedList(transactionCalls.transactions, readTransaction) },
  actions: {
    setStatus: {
      admin: {
        call: transactionCalls.updateTransaction,
        body: ({ values }) => ({ status: values.status }),
      },
    },
  },
};
