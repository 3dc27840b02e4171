import { z } from 'zod';
import { type AnyRecord, bindUnpagedList, type ResourceApi, unpagedCallOptions } from '../../frame/wire/binding.ts';
import { call, failureTexts } from '../../frame/wire/call.ts';
import { asNumber, asObject, asText } from '../../frame/wire/wireValues.ts';
import { TRANSACTION_STATUSES } from './enums.ts';

/** A transaction as the wire has it (spec 3); amount in dollars. */
export const wireTransaction = z.object({
  _id: z.string(),
  accountNumber: z.string().nullish(),
  patientName: z.string().nullish(),
  dateAndTime: z.string().nullish(),
  amount: z.number().nullish(),
  status: z.string().nullish(),
});
export type WireTransaction = z.infer<typeof wireTransaction>;

/** A transaction in our words. */
export interface Transaction extends AnyRecord {
  accountNumber: string;
  patientName: string;
  dateAndTime: string | null;
  amount: number | null;
  status: string;
}

export function readTransaction(value: unknown): Transaction {
  const wire = asObject(value);
  return {
    id: asText(wire._id),
    accountNumber: asText(wire.accountNumber),
    patientName: asText(wire.patientName),
    dateAndTime: asText(wire.dateAndTime) || null,
    amount: asNumber(wire.amount),
    status: asText(wire.status) || 'Pending',
  };
}

export const transactionCalls = {
  transactions: call({
    method: 'GET',
    path: '/admin/get-transactions',
    roles: ['admin'],
    summary: 'All transactions, newest first.',
    ...unpagedCallOptions,
    data: z.array(wireTransaction),
    failure: failureTexts('errors.fetchTransactions'),
  }),
  totalEarning: call({
    method: 'GET',
    path: '/admin/get-total-earning',
    roles: ['admin'],
    summary: "This month's completed transactions, in dollars.",
    data: z.number(),
    failure: failureTexts('errors.fetchTotalEarnings'),
  }),
  recentTransaction: call({
    method: 'GET',
    path: '/admin/get-recent-transaction',
    roles: ['admin'],
    summary: 'The newest transaction, as the first element of a list.',
    data: z.array(wireTransaction),
    failure: failureTexts('errors.fetchRecentTransaction'),
  }),
  updateTransaction: call({
    method: 'POST',
    path: '/admin/update-transaction/{id}',
    roles: ['admin'],
    summary: 'Set the status.',
    body: z.object({ status: z.enum(TRANSACTION_STATUSES, { error: 'validation.transactionStatus' }) }),
    data: wireTransaction,
    failure: failureTexts('errors.updateTransaction'),
  }),
};

/** How the resource `transactions` reaches its calls. */
export const transactionsApi: ResourceApi = {
  list: { admin: bindUnpagedList(transactionCalls.transactions, readTransaction) },
  actions: {
    setStatus: {
      admin: {
        call: transactionCalls.updateTransaction,
        params: ({ id }) => ({ id }),
        body: ({ values }) => ({ status: values.status }),
      },
    },
  },
};
