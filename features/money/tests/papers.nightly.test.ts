// On SQLite only: nothing here depends on the database.
import { mkdir, writeFile } from 'node:fs/promises';
import { attachDocument } from 'portal-frame/plugins/documents/server';
import { records, systemContext } from 'portal-frame/server';
import { API_ROOT } from 'portal-frame/wire';
import { beforeAll, expect, test } from 'vitest';
import businessProfile from '../../../src/resources/businessProfile.ts';
import { type Person, serverForAll } from '../../../tests/api/harness.ts';
import { MONEY } from '../../../tests/api/moneyConfigs.ts';
import { readPdfText } from '../../../tests/api/pdfText.ts';
import { clientOf } from '../../../tests/api/supplies.ts';
import { visitsOf } from '../../../tests/api/visits.ts';
import { invoiceDocument, statementDocument } from '../server/moneyDocument.ts';

const server = serverForAll({}, { ...MONEY, resources: [...(MONEY.resources as never[]), businessProfile] as never });
const system = () => systemContext(server.services);
const api = () => records(system());
const LONG = 'Saint Bartholomew and the Holy Innocents Regional Reference Laboratory of the Greater Delaware Valley';
const PROFILE = {
  ...{ name: 'Cooper Mobile Draws', address: '12 Elm Street\nCamden, NJ 08103', phone: '+18565550100' },
  ...{ email: 'office@cooper.example', taxNumber: '12-3456789', terms: 'Payment within 30 days.' },
  ...{ bank: 'First Bank\nRouting 021000021', paymentLink: 'https://pay.cooper.example/now', footer: 'Thank you.' },
};
let period = '';
let employee = '';
let visit = '';

interface NewEntry {
  kind?: string;
  quantity?: number;
  rate?: number;
  at?: string;
  rule?: string;
}

/** Writes an invoice over these ledger entries of a payer without an account, and returns its id. */
async function addInvoice(payer: string, entries: readonly NewEntry[], values: object = {}) {
  const lines = entries.map(
    ({ kind = 'visit', quantity = 1, rate = 34.5, at = '2026-02-05T14:00:00.000Z', rule = 'r' }) => ({
      ...{ visit, visitAt: at, patientCode: '••••5678', payer, side: 'charge' },
      ...{ outcome: 'completed', kind, quantity, rate, charge: Math.round(quantity * rate * 100) / 100 },
      ...{ rule, since: '2026-01-01', month: '2026-02-01', limit: kind === 'waiting' ? 15 : null },
    }),
  );
  for (let from = 0; from < lines.length; from += 200)
    await api().createMany('ledgerEntries', lines.slice(from, from + 200) as never, { fields: [] });
  const total = lines.reduce((sum, { charge }) => sum + Math.round(charge * 100), 0) / 100;
  const number = (await api().count('invoices')) + 1;
  const money = { total, paid: 0, dueOn: '2026-12-28', month: '2026-02-01', period };
  return (await api().create('invoices', { number, payer, ...money, ...values } as never)).id;
}

const renderInvoice = async (id: string, language = 'en') => {
  const { content } = await attachDocument(invoiceDocument, system(), id, language);
  if (process.env.PAPERS) {
    await mkdir(process.env.PAPERS, { recursive: true });
    await writeFile(`${process.env.PAPERS}/${id}-${language}.pdf`, content);
  }
  return { content, text: readPdfText(content) };
};

async function preview(person: Person, id: string) {
  const reply = await server.inject({
    method: 'POST',
    url: `${API_ROOT}/documents/invoice/${id}/preview`,
    headers: { authorization: `Bearer ${await server.tokenOf(person)}` },
    payload: {},
  });
  return reply.json();
}

beforeAll(async () => {
  period = (await api().create('periods', { month: '2026-02-01' })).id;
  visit = await visitsOf(server).add({ patientName: 'Ann', appointmentDateTime: '2026-02-05T14:00' });
  employee = (await api().find('employees', { perPage: 1 })).records[0]?.id ?? '';
});

test('names what the business has not entered on the preview, and invents nothing', async () => {
  const id = await addInvoice('Nobody Labs', [{}]);
  const { missing, sender, notes } = await preview('admin', id);
  expect([missing, sender, notes]).toEqual([
    ['Name', 'Address', 'Phone', 'Email', 'Tax number', 'Payment terms', 'Bank account'],
    { name: '', lines: [] },
    [],
  ]);
  expect((await renderInvoice(id)).text.join(' ')).not.toMatch(/undefined|null|NaN/);
});

test('asks before it closes a month whose documents would name no seller', async () => {
  const { id } = await api().create('periods', { month: '2026-01-01' });
  const { http, body } = await clientOf(server, 'admin', 'periods').send('POST', `/${id}/close`, {});
  expect([http, body.message]).toEqual([409, expect.stringContaining('without a name and address: 1.')]);
  expect((await server.as('admin', 'monthPreview', { params: { id } })).data.checklist.withoutSeller).toBe(1);
});

test('keeps one business profile', async () => {
  const { send } = clientOf(server, 'admin', 'businessProfile');
  expect((await send('POST', '', { name: 'First', paymentLink: 'javascript:alert(1)' })).http).toBe(400);
  expect((await send('POST', '', { name: 'First' })).http).toBe(201);
  expect((await send('POST', '', { name: 'Second' })).http).toBe(409);
  const [{ id } = { id: '' }] = (await api().find('businessProfile', {})).records;
  await api().update('businessProfile', id, PROFILE);
  const { id: month } = await api().findOne('periods', { where: { month: '2026-01-01' } });
  expect((await clientOf(server, 'admin', 'periods').send('POST', `/${month}/close`, {})).http).toBe(200);
  expect((await clientOf(server, 'laboratory', 'businessProfile').send('GET', '')).http).toBe(403);
});

test('writes an invoice of 600 lines whose amounts are those of the ledger to the cent', async () => {
  const kinds = ['visit', 'tube', 'waiting', 'mile', 'priority'];
  const entries = Array.from({ length: 600 }, (_, at) => ({
    kind: kinds[at % kinds.length] as string,
    quantity: at % 17 === 3 ? -1 : (at % 5) + (at % kinds.length === 3 ? 0.37 : 1),
    rate: [34.5, 2.35, 0.99, 1.15, 15][at % kinds.length] as number,
    at: `2026-02-${String((at % 28) + 1).padStart(2, '0')}T19:${String(at % 60).padStart(2, '0')}:00.000Z`,
  }));
  const id = await addInvoice(LONG, entries);
  const { total } = await api().findOne('invoices', id);
  const { text, content } = await renderInvoice(id);
  const toCents = (piece: string) => Math.round(Number(piece.replace(/[$,]/g, '')) * 100);
  const isMoney = (piece: string | undefined) => /^-?\$[\d,]+\.\d\d$/.test(piece ?? '');
  const details = text.slice(text.indexOf('Details'));
  // A line is quantity, price and amount; a total is preceded by its label.
  const amounts = details.flatMap((piece, at) => (isMoney(piece) && isMoney(details[at - 1]) ? [toCents(piece)] : []));
  expect(amounts).toHaveLength(600);
  expect(amounts.reduce((sum, cents) => sum + cents, 0)).toBe(Math.round(total * 100));
  const summary = text.slice(text.indexOf('Summary'), text.indexOf('Subtotal'));
  const sums = summary.flatMap((piece, at) => (isMoney(piece) && isMoney(summary[at - 1]) ? [toCents(piece)] : []));
  expect(sums).toHaveLength(kinds.length);
  expect(sums.reduce((sum, cents) => sum + cents, 0)).toBe(Math.round(total * 100));
  const pages = text.filter((piece) => /^Page \d+ of \d+$/.test(piece)).length;
  expect(pages).toBeGreaterThan(10);
  // The headings of the lines stand on each page that has lines.
  expect(text.filter((piece) => piece === 'Unit price').length).toBeGreaterThanOrEqual(pages);
  expect(content.toString('latin1')).toMatch(/\/Marked true/);
});

test('says seller, terms, ways to pay and the words of the customer, in 12-hour times', async () => {
  const { text } = await renderInvoice(await addInvoice('Natera', [{}, { kind: 'waiting', quantity: 20, rate: 1 }]));
  const all = text.join(' ');
  for (const words of [PROFILE.name, 'Camden, NJ 08103', 'Tax number: 12-3456789', PROFILE.terms, 'Routing 021000021'])
    expect(all).toContain(words);
  for (const words of ['Bill to', 'Waiting beyond 15 minutes, per minute', 'Feb 5, 2026, 9:00 AM', 'Thank you.'])
    expect(all).toContain(words);
  expect(all).toMatch(/\$54\.50 due on December 28, 2026/);
  expect(all).not.toMatch(/general price|own price|Extra for priority/);
});

test('writes Spanish invoices, and credit notes without a due date', async () => {
  const spanish = await renderInvoice(await addInvoice('Caredx', [{}]), 'es');
  expect(spanish.text.join(' ')).toMatch(/Factura \d+.*Facturar a.*Visita a domicilio.*Página 1 de 1/);
  const credit = await renderInvoice(await addInvoice('Credited', [{ quantity: -2 }]));
  expect(credit.text.join(' ')).toMatch(/Credit note \d+.*\$69\.00 credited to your account/);
  expect(credit.text.join(' ').replace(/ +/g, ' ')).toMatch(
    /We set this credit off against an invoice of yours, or refund it/,
  );
  expect(credit.text.join(' ')).not.toMatch(/Due date|How to pay|Amount due/);
  const settled = await renderInvoice(
    await addInvoice('Settled', [{ quantity: -2 }], { paid: -69, state: 'paid', paidOn: '2026-03-01' }),
  );
  const words = settled.text.join(' ').replace(/ +/g, ' ');
  expect(words).toMatch(/\$69\.00 refunded or set off.*Refunded or set off \$69\.00.*Credit left \$0\.00/);
});

test('writes a statement of pay with totals by kind', async () => {
  const earnings = ['visit', 'visit', 'mile'].map((kind) => ({
    ...{ visit, visitAt: '2026-02-05T14:00:00.000Z', patientCode: '••••5678', employee, side: 'earning' },
    ...{ outcome: 'completed', kind, quantity: kind === 'mile' ? 12.5 : 1, rate: kind === 'mile' ? 0.7 : 15 },
    ...{ earning: kind === 'mile' ? 8.75 : 15, rule: 'r', since: '2026-01-01', month: '2026-02-01' },
  }));
  await api().createMany('ledgerEntries', earnings as never, { fields: [] });
  const { id } = await api().create('payouts', { employee, month: '2026-02-01', period, total: 38.75 } as never);
  const { content } = await attachDocument(statementDocument, system(), id, 'en');
  const all = readPdfText(content).join(' ').replace(/ +/g, ' ');
  expect(all).toMatch(/Statement of pay for February 2026.*Cooper Mobile Draws.*Visit 2 \$15\.00 \$30\.00/);
  expect(all).toMatch(/Miles driven 12\.5 \$0\.70 \$8\.75.*Total pay \$38\.75/);
  await api().update('payouts', id, { paid: 20, state: 'partlyPaid' } as never);
  const partly = readPdfText((await attachDocument(statementDocument, system(), id, 'en')).content).join(' ');
  expect(partly.replace(/ +/g, ' ')).toMatch(/Total pay \$38\.75 Paid -\$20\.00 To be paid \$18\.75/);
});

test('counts an invoice as not sent until it is mailed or posted', async () => {
  const id = await addInvoice('Posted Labs', [{}]);
  const read = () => api().findOne('invoices', id, { fields: ['delivery', 'deliveredOn'] });
  expect(await read()).toMatchObject({ delivery: 'notSent', deliveredOn: null });
  const { send } = clientOf(server, 'admin', 'invoices');
  expect((await send('POST', `/${id}/sendAgain`, {})).http).toBe(409);
  expect((await send('POST', `/${id}/post`, {})).http).toBe(200);
  expect(await read()).toMatchObject({ delivery: 'posted', deliveredOn: expect.stringMatching(/^\d{4}-/) });
});

test('names the priority of each surcharge', async () => {
  const rules = [];
  for (const [priority, amount] of [
    ['Urgent', 15],
    ['High', 7.5],
  ] as const)
    rules.push((await api().create('prices', { kind: 'priority', priority, amount, from: '2026-02-01' })).id);
  const [urgent, high] = rules as [string, string];
  const lines = [urgent, high, urgent].map((rule) => ({ kind: 'priority', rule, rate: rule === urgent ? 15 : 7.5 }));
  const all = (await renderInvoice(await addInvoice('Urgent Labs', lines))).text.join(' ').replace(/ +/g, ' ');
  expect(all).toMatch(/Priority surcharge \(Urgent\) 2 \$15\.00 \$30\.00 Priority surcharge \(High\) 1 \$7\.50/);
});
