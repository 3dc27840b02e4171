import { screen, waitFor, within } from '@testing-library/react';
import { delay, HttpResponse, http } from 'msw';
import type { AnyResource } from 'portal-frame';
import { resources } from 'portal-frame/internal/browser';
import { beforeEach, expect, test } from 'vitest';
import { everyday, good, on, server } from '../../../tests/portal/host.ts';
import { simpleRest } from '../../../tests/portal/simpleRest.ts';
import invoices from '../resources/invoices.ts';
import ledgerEntries from '../resources/ledgerEntries.ts';
import payouts from '../resources/payouts.ts';
import periods from '../resources/periods.ts';

resources.push(...([ledgerEntries, invoices, payouts, periods] as unknown as AnyResource[]));
const { openPortal } = await import('../../../tests/portal/portal.tsx');

const FEATURES = { hostFeatures: 'money orders visitReports' };
const entry = {
  ...{ id: 'n1', version: 1, visitAt: '2026-05-05T14:00:00.000Z', patientCode: '••••5678', side: 'charge' },
  ...{ kind: 'visit', outcome: 'completed', quantity: 1, rate: 40, charge: 40, month: '2026-05-01' },
  ...{ laboratory: 'l1', payer: 'Northside', labels: { laboratory: 'Northside' }, since: '2026-01-01' },
};
let asked: string[] = [];

beforeEach(() => {
  everyday();
  asked = [];
  const next = { ...entry, id: 'n2', month: '2026-06-01', charge: 7.5, invoiceState: null };
  simpleRest('ledgerEntries', [{ ...entry, invoiceState: 'partlyPaid' }, next]);
  server.use(
    http.get('*/api/v1/collections/:resource/reports/:name', ({ params, request }) => {
      asked.push(`${params.resource}.${params.name} ${new URL(request.url).searchParams.get('filter') ?? ''}`.trim());
      const values = { sum_charge: 47.5, sum_earning: 0, sum_margin: 47.5 };
      return HttpResponse.json({ groups: [{ value: 'e1', label: 'Ann Walker', values }], total: values, more: false });
    }),
  );
});

test('shows the totals of the ledger for its filters, and the state of each entry', async () => {
  openPortal(`/ledger?filter=${encodeURIComponent('{"kind":"visit"}')}`, 'admin', undefined, FEATURES);
  const totals = await screen.findByRole('region', { name: 'Income, pay and margin' });
  expect(await within(totals).findAllByText('$47.50')).toHaveLength(2);
  expect(asked).toContain('ledgerEntries.totals {"kind":"visit"}');
  // The invoice of May is paid in part; June has none.
  expect(await screen.findByText('Partly paid')).toBeVisible();
  expect(screen.getByText('Open')).toBeVisible();
  // A charge has no earning.
  const place = screen.getAllByRole('columnheader').findIndex(({ textContent }) => textContent === 'Earning');
  const [row] = screen.getAllByRole('row', { name: /5678/ });
  expect(within(row as HTMLElement).getAllByRole('cell')[place]?.textContent).toBe('');
});

test('names an invoice, and shows its lines together with their explanations', async () => {
  const [key, month] = ['2026-05-01 l1', '2026-05-01'];
  simpleRest('ledgerEntries', [{ ...entry, invoice: key }]);
  const amounts = { total: 40, paid: 0, balance: 40, dueOn: '2026-07-01' };
  simpleRest('invoices', [
    { id: 'i1', version: 1, number: 4, month, payer: 'Northside', ...amounts, state: 'sent', key },
  ]);
  openPortal('/invoices/i1', 'admin', undefined, FEATURES);
  expect(await screen.findByRole('heading', { name: 'Invoice 4' })).toBeVisible();
  expect(screen.getAllByText('May 2026').length).toBeGreaterThan(0);
  const row = await screen.findByRole('row', { name: /5678/ });
  expect(within(row).getByText('Visit: 1 × $40.00 = $40.00 (general price since Jan 1, 2026)')).toBeVisible();
});

test('hides totals that do not support a filter, as they would count more', async () => {
  const address = `/ledger?filter=${encodeURIComponent('{"where":{"quantity":{"gte":1}}}')}`;
  openPortal(address, 'admin', undefined, FEATURES);
  await waitFor(() => expect(screen.getAllByText('••••5678').length).toBeGreaterThan(0));
  expect(screen.queryByRole('region', { name: 'Income, pay and margin' })).toBeNull();
});

test('names nobody in the rows of employees who read only their own', async () => {
  const payout = { id: 'p1', version: 1, employee: 'e1', month: '2026-05-01', total: 512.5, state: 'due' };
  simpleRest('payouts', [{ ...payout, labels: { employee: 'Ann Walker' } }]);
  const readHeadings = async () => {
    await screen.findByText('$512.50');
    return screen.getAllByRole('columnheader').map(({ textContent }) => textContent);
  };
  const { unmount } = openPortal('/payouts', 'admin', undefined, FEATURES);
  expect(await readHeadings()).toContain('Employee');
  unmount();
  openPortal('/employee-payouts', 'employee', undefined, FEATURES);
  const headings = await readHeadings();
  expect(headings).toContain('Month');
  expect(headings).not.toContain('Employee');
  expect(screen.queryByText('Ann Walker')).toBeNull();
});

test.each([
  ['shows pay beside the fees, with a sentence that tells them apart', `${FEATURES.hostFeatures} overview`, 310.25],
  ['shows no pay on a host without money', 'overview', null],
] as const)('%s', async (_what, hostFeatures, pay) => {
  on('GET', '/employee/get-dashboard', () => good({ totalAppointments: 9, pendingAppointments: 1, totalFees: 990 }));
  on('GET', '/employee/get-overview', () => good({ uncollected: 0, untracked: 0, pay }));
  on('GET', '/employee/get-today-appointments', () => good([]));
  openPortal('/employee-dashboard', 'employee', undefined, { hostFeatures });
  const fees = (await screen.findByRole('heading', { name: 'Total Earnings' })).closest('li') as HTMLElement;
  expect(await within(fees).findByText('$990.00')).toBeVisible();
  const note = 'Total Earnings are fees. Your pay follows your rates.';
  if (pay === null) {
    expect(screen.queryByText(note)).toBeNull();
    expect(screen.queryByRole('heading', { name: 'My Pay' })).toBeNull();
    return;
  }
  const own = fees.nextElementSibling as HTMLElement;
  expect(within(own).getByRole('heading', { name: 'My Pay' })).toBeVisible();
  expect(await within(own).findByText('$310.25')).toBeVisible();
  expect(within(own).getByText(note)).toBeVisible();
});

test('shows the new state of a record at once, before it is read again', async () => {
  const payout = { id: 'p1', version: 1, employee: 'e1', month: '2026-05-01', total: 512.5, state: 'due' };
  simpleRest('payouts', [{ ...payout, labels: { employee: 'Ann Walker' } }]);
  const { user } = openPortal('/payouts/p1', 'admin', undefined, FEATURES);
  await user.click(await screen.findByRole('button', { name: 'Record full payment' }));
  server.use(
    http.post('*/api/v1/collections/payouts/p1/pay', () => HttpResponse.json({ ...payout, version: 2, state: 'paid' })),
    http.get('*/api/v1/collections/payouts/p1', () => delay('infinite')),
  );
  const asking = await screen.findByRole('dialog', { name: 'Record full payment' });
  await user.type(within(asking).getByRole('textbox', { name: 'Payment reference' }), 'ACH 1');
  await user.click(within(asking).getByRole('button', { name: 'Record full payment' }));
  expect(await screen.findByRole('button', { name: 'Reopen' })).toBeVisible();
});

test.each(['one', 'many'] as const)(
  'asks what a hook asks about %s, in a dialog, and sends the answer',
  async (how) => {
    const invoice = { id: 'i1', version: 1, payer: 'Genova', number: 7, month: '2026-05-01', total: 50, balance: 50 };
    simpleRest('invoices', [{ ...invoice, state: 'sent' }]);
    const sent: unknown[] = [];
    const message = 'The same payment is recorded already.';
    server.use(
      http.post(`*/api/v1/collections/invoices/${how === 'one' ? 'i1' : 'many'}/pay`, async ({ request }) => {
        const body = (await request.json()) as { values?: object };
        sent.push(body.values ?? body);
        if (sent.length > 1) return HttpResponse.json({ ...invoice, version: 2, state: 'paid' });
        const refusal = { status: false, message, code: 409, data: { confirm: 'recordAgain' } };
        return HttpResponse.json(refusal, { status: 409 });
      }),
    );
    const { user } = openPortal(how === 'one' ? '/invoices/i1' : '/invoices', 'admin', undefined, FEATURES);
    if (how === 'many')
      await user.click((await screen.findAllByRole('checkbox', { name: /Genova|7/ }))[0] as HTMLElement);
    await user.click(await screen.findByRole('button', { name: 'Record full payment' }));
    const asking = await screen.findByRole('dialog', { name: 'Record full payment' });
    await waitFor(() => expect(within(asking).queryByText(/Record it even/)).toBeNull());
    await user.type(within(asking).getByRole('textbox', { name: 'Payment reference' }), 'ACH 1');
    await user.click(within(asking).getByRole('button', { name: 'Record full payment' }));
    const question = (await screen.findByText(message)).closest('[role=dialog]') as HTMLElement;
    await user.click(within(question).getByRole('button', { name: 'Do it anyway' }));
    await waitFor(() => expect(sent).toHaveLength(2));
    expect(sent[0]).not.toHaveProperty('recordAgain', true);
    expect(sent[1]).toMatchObject({ paymentReference: 'ACH 1', recordAgain: true });
  },
);

test('shows the amounts of open months so far, and those of closed ones', async () => {
  simpleRest('periods', [
    { id: 'm1', version: 1, month: '2026-05-01', state: 'open', invoiced: null, paidOut: null },
    { id: 'm2', version: 1, month: '2026-04-01', state: 'closed', invoiced: 117.5, paidOut: 30 },
  ]);
  openPortal('/periods', 'admin', undefined, FEATURES);
  for (const amount of ['$117.50', '$30.00', '$47.50', '$0.00']) expect(await screen.findByText(amount)).toBeVisible();
  expect(screen.getAllByTitle('So far')).toHaveLength(2);
  expect(asked).toEqual(['ledgerEntries.totals {"month":"2026-05-01"}']);
});
