import 'fake-indexeddb/auto';
import { webcrypto } from 'node:crypto';
import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { getVault } from 'portal-frame/device';
import { dropToken, getUnsentCounts, resources } from 'portal-frame/internal/browser';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { featureResources } from '../../../tests/portal/featureResources.ts';
import { hasPlugin } from '../../../tests/portal/hasPlugin.ts';
import { appointment, everyday, good, on, refused, requestsTo, type Seen, server } from '../../../tests/portal/host.ts';
import { openPortal, tokenFor } from '../../../tests/portal/portal.tsx';
import { addReport, getQueue } from '../browser/device/offlineQueue.ts';
import { sendWaiting } from '../browser/device/offlineSender.ts';

const { shrink } = vi.hoisted(() => ({ shrink: vi.fn() }));
vi.mock('portal-frame/device', async (load) => ({ ...(await load<object>()), shrinkPicture: shrink }));

resources.push(...featureResources('orders', 'testOrders'));
const testOrders = test.runIf(hasPlugin('orders'));

const PATH = '/employee-run-sheet';
const REPORT = '/employee/report-visit/a1';
const OURS = { hostFeatures: 'visitReports' };
const NAME = 'María Núñez';

let visits: Record<string, unknown>[];
let session = 0;
let kept: Map<string, Seen['body']>;

beforeEach(() => {
  Object.defineProperty(globalThis, 'crypto', { value: webcrypto, configurable: true });
  shrink.mockImplementation(async () => new Blob(['a small picture'], { type: 'image/jpeg' }));
  visits = [appointment({ appointmentDateTime: new Date().toISOString() })];
  kept = new Map();
  everyday();
  on('GET', '/employee/get-today-appointments', () => good(visits));
  takes();
});
afterEach(async () => {
  dropToken();
  await sendWaiting();
});

function takes(answer: (body: Seen['body']) => Response = () => good({})): void {
  on('POST', REPORT, ({ body }) => {
    const key = String(body.key);
    if (!kept.has(key)) {
      kept.set(key, body);
      if (body.kind !== 'note') visits = visits.map((one) => ({ ...one, visitState: body.kind }));
    }
    return answer(body);
  });
}
const openSheet = (features: Record<string, string> = OURS) =>
  openPortal(PATH, null, tokenFor('employee', 7200 + ++session), features);
const button = (name: string) => screen.findByRole('button', { name });
const tries = () => requestsTo(REPORT).length;
const networkReturns = () => window.dispatchEvent(new Event('online'));
const kinds = () => [...kept.values()].map(({ kind }) => kind);

test('reports start and done with one tap each, and still asks for the photo', async () => {
  const { user } = openSheet();
  await user.click(await button(`Start: ${NAME}`));
  expect(await screen.findByText('Started')).toBeVisible();
  expect(screen.getByText('0 of 1')).toBeVisible();
  await user.click(await button(`Done: ${NAME}`));
  expect(await screen.findByText('1 of 1')).toBeVisible();
  expect(screen.getByLabelText(`Tracking photo of ${NAME}`)).toBeInTheDocument();
  await waitFor(() => expect(kinds()).toEqual(['started', 'done']));
  const sent = requestsTo(REPORT).map(({ body }) => body);
  expect(new Set(sent.map(({ key }) => key)).size).toBe(2);
  expect(Math.abs(Date.now() - Date.parse(String(sent[0]?.madeAt)))).toBeLessThan(60_000);
  await waitFor(() => expect(getUnsentCounts()).toEqual({ photos: 0, reports: 0 }));
});

testOrders('asks for a reason if a tube is unlabelled, and sends it', async () => {
  const tube = { kindId: 'k1', kind: 'EDTA', cap: 'lavender', drawOrder: 1, fill: 1, tests: ['Count'] };
  const order = { _id: 'o1', tests: [], tubes: [tube, { ...tube, kindId: 'k2', kind: 'Serum' }] };
  const drawn = [{ label: 'TB-1', kindId: 'k2', drawnAt: new Date().toISOString(), state: 'drawn' }];
  visits = [{ ...visits[0], visitState: 'started', order: { ...order, drawn } }];
  const { user } = openSheet({ hostFeatures: 'visitReports orders' });
  const card = within(await screen.findByRole('listitem', { name: NAME }));
  for (const kind of ['EDTA', 'Serum']) expect(card.getAllByText(kind)).toHaveLength(1);
  await user.click(await button(`Done: ${NAME}`));
  const dialog = await screen.findByRole('dialog', { name: `Done: ${NAME}` });
  expect(within(dialog).getByRole('alert')).toHaveTextContent('These tubes have no label yet: EDTA.');
  await user.click(within(dialog).getByRole('button', { name: 'Send' }));
  expect(kinds()).toEqual([]);
  await user.type(within(dialog).getByRole('textbox'), 'The scanner is broken');
  await user.click(within(dialog).getByRole('button', { name: 'Send' }));
  await waitFor(() =>
    expect([...kept.values()]).toEqual([expect.objectContaining({ kind: 'done', note: 'The scanner is broken' })]),
  );
});

testOrders('records fasting on the run sheet, and translates the gender', async () => {
  const noted: string[] = [];
  server.use(
    http.post('*/api/v1/collections/testOrders/o1/:action', ({ params }) => {
      noted.push(String(params.action));
      return HttpResponse.json({ id: 'o1', version: 2 });
    }),
  );
  const lipids = { _id: 't1', name: 'Lipids', loinc: '', fastingHours: 12, preparation: '' };
  visits = [{ ...visits[0], gender: 'Female', gaps: ['fasting'], order: { _id: 'o1', tests: [lipids], tubes: [] } }];
  const { user } = openSheet({ hostFeatures: 'visitReports orders', 'RaStore.locale': '"es"' });
  // On the card and in the printed day.
  expect(await screen.findAllByText(/Femenino/)).toHaveLength(2);
  await user.click(await screen.findByRole('button', { name: 'Confirmar ayuno' }));
  await waitFor(() => expect(noted).toEqual(['confirmFasting']));
});

testOrders('shows a missing order as lists do, not like a rejected visit', async () => {
  visits = [{ ...visits[0], gaps: ['noOrder', 'declined'] }];
  openSheet({ hostFeatures: 'visitReports orders' });
  expect((await screen.findByText('No order')).closest('.chip')).not.toHaveClass('chip-error');
  expect(screen.getByText('Patient says no').closest('.chip')).toHaveClass('chip-error');
});

testOrders('shows a confirmed fast as text, with a button to take it back', async () => {
  const lipids = { _id: 't1', name: 'Lipids', loinc: '', fastingHours: 12, preparation: '' };
  visits = [{ ...visits[0], order: { _id: 'o1', tests: [lipids], tubes: [], fasting: 'confirmed' } }];
  openSheet({ hostFeatures: 'visitReports orders' });
  expect(await screen.findByText('Fasting confirmed')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Record as not fasting' })).toBeVisible();
  expect(screen.queryByText('Patient is not fasting')).toBeNull();
});

test('keeps reports offline in order and sends each once', async () => {
  on('POST', REPORT, () => Response.error());
  const { user } = openSheet();
  await user.click(await button(`Start: ${NAME}`));
  expect(await screen.findByText('Started: waiting to be sent')).toBeVisible();
  await user.click(await button(`Note: ${NAME}`));
  await user.type(await screen.findByRole('textbox', { name: /^Note to the dispatcher/ }), 'Gate is locked');
  await user.click(await button('Send'));
  await user.click(await button(`Done: ${NAME}`));
  expect(await screen.findByText('3 reports not yet sent')).toBeVisible();
  expect(screen.getByText('1 of 1')).toBeVisible();
  // The host accepts the first report, but its reply is lost.
  takes(() => Response.error());
  const before = tries();
  networkReturns();
  await waitFor(() => expect(kinds()).toEqual(['started']));
  await waitFor(() => expect(tries()).toBe(before + 1));
  expect(getUnsentCounts().reports).toBe(3);
  takes();
  networkReturns();
  await waitFor(() => expect(getUnsentCounts().reports).toBe(0));
  expect(kinds()).toEqual(['started', 'note', 'done']);
  expect([...kept.values()][1]).toMatchObject({ note: 'Gate is locked' });
  expect(await screen.findByText('Report sent')).toBeVisible();
});

test('sends one note on a double click', async () => {
  takes();
  const { user } = openSheet();
  await user.click(await button(`Note: ${NAME}`));
  await user.type(await screen.findByRole('textbox', { name: /^Note to the dispatcher/ }), 'Gate is locked');
  await user.dblClick(await button('Send'));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() => expect(getUnsentCounts()).toEqual({ photos: 0, reports: 0 }));
  expect(kinds()).toEqual(['note']);
});

test('requires a reason for a failed draw, with text for others, and accepts a photo', async () => {
  on('POST', '/employee/upload-tracking/a1', () => good(appointment({ trackingId: 'uploads/t.jpg' })));
  const { user } = openSheet();
  await user.click(await button(`Could not draw: ${NAME}`));
  const dialog = await screen.findByRole('dialog', { name: `Could not draw: ${NAME}` });
  const send = within(dialog).getByRole('button', { name: 'Send' });
  await user.click(send);
  expect(await within(dialog).findByText('Reason is required')).toBeVisible();
  await user.click(within(dialog).getByRole('radio', { name: 'Other reason' }));
  await user.click(send);
  expect(await within(dialog).findByText('Note to the dispatcher is required')).toBeVisible();
  expect(tries()).toBe(0);
  await user.type(within(dialog).getByRole('textbox', { name: /^Note to the dispatcher/ }), 'A dog');
  await user.upload(
    within(dialog).getByLabelText(`Take a photo (optional): ${NAME}`),
    new File(['x'], 'door.jpg', { type: 'image/jpeg' }),
  );
  expect(await within(dialog).findByRole('img', { name: `Photo of ${NAME}, not sent yet` })).toBeVisible();
  await user.click(send);
  await waitFor(() => expect([...kept.values()]).toHaveLength(1));
  expect([...kept.values()][0]).toMatchObject({ kind: 'couldNotDraw', reason: 'other', note: 'A dog' });
  await waitFor(() => expect(requestsTo('/employee/upload-tracking/a1')).toHaveLength(1));
  expect(await screen.findByText('1 of 1')).toBeVisible();
});

test('shows why a report was refused until it is discarded', async () => {
  on('POST', REPORT, () => refused('Not found', 404));
  const { user } = openSheet();
  await user.click(await button(`Start: ${NAME}`));
  expect(await screen.findByText('Started: not accepted. Not found')).toBeVisible();
  expect(await button(`Start: ${NAME}`)).toBeVisible();
  expect(getUnsentCounts().reports).toBe(0);
  networkReturns();
  await sendWaiting();
  expect(tries()).toBe(1);
  await user.click(await button('Discard: Started'));
  await waitFor(() => expect(screen.queryByText(/not accepted/)).toBeNull());
});

test('shows items of older versions as refused, without blocking later ones', async () => {
  const outdated = 'Reports like this are no longer taken.';
  on('POST', REPORT, ({ body }) => {
    if (body.kind === 'paused') return refused(outdated, 400);
    kept.set(String(body.key), body);
    return good({});
  });
  openSheet();
  await button(`Start: ${NAME}`);
  const visit = { appointment: 'a1', patientName: NAME, appointmentDateTime: String(visits[0]?.appointmentDateTime) };
  await addReport(visit, { kind: 'paused' } as never);
  await (await getVault()).put('report/old', { ...visit, id: 'old', takenAt: Date.now() + 1 });
  await addReport(visit, { kind: 'done' });
  await sendWaiting();
  await waitFor(() => expect(kinds()).toEqual(['done']));
  expect(getQueue().reports.map(({ refused: why }) => why)).toEqual([
    outdated,
    'It comes from an older version of the portal. Please report it again.',
  ]);
  expect(await screen.findAllByText(/not accepted/)).toHaveLength(2);
  expect(getUnsentCounts().reports).toBe(0);
});

test('deletes reports at the end of the session and reports it', async () => {
  on('POST', REPORT, () => refused('', 401));
  const { user } = openSheet();
  await user.click(await button(`Start: ${NAME}`));
  expect(await screen.findByText('1 report was not sent and is deleted.')).toBeVisible();
  expect(await button('Login')).toBeVisible();
});

const report = (own: object) => ({
  ...{ kind: 'note', reason: null, note: null, at: '2026-11-22T14:15:00Z', by: 'Zoë Ångström' },
  ...own,
});
const REPORTS = '/common/get-visit-reports/a1';
function openPopup(role: 'admin' | 'employee' | 'laboratory', features: Record<string, string> = OURS) {
  on('GET', `/${role}/get-appointments`, () => good({ appointments: visits, totalPages: 1 }));
  const list = { admin: '/appointments', employee: '/employee-appointments', laboratory: '/laboratory-appointments' };
  return openPortal(`${list[role]}/a1`, null, tokenFor(role, 7200 + ++session), features);
}

test('reports from the details too, and lists the reports there', async () => {
  on('GET', REPORTS, () => good([...kept.values()].map(({ key, kind }) => report({ _id: key, kind }))));
  takes((body) => {
    visits = visits.map((one) => ({ ...one, reports: 1 }));
    return good(body);
  });
  const { user } = openPopup('employee');
  const popup = await screen.findByRole('dialog', { name: NAME });
  await user.click(await within(popup).findByRole('button', { name: `Start: ${NAME}` }));
  await waitFor(() => expect(kinds()).toEqual(['started']));
  expect(await within(popup).findByRole('heading', { name: 'Visit reports' })).toBeVisible();
  expect(await within(popup).findByText('Zoë Ångström')).toBeVisible();
  expect(within(popup).getByRole('button', { name: `Done: ${NAME}` })).toBeVisible();
});

test.each(['admin', 'laboratory'] as const)('lets %s read the reports of a visit, but report nothing', async (role) => {
  visits = [{ ...visits[0], reports: 2, visitState: 'couldNotDraw' }];
  on('GET', REPORTS, () =>
    good([
      report({ _id: 'r1', kind: 'started' }),
      report({ _id: 'r2', kind: 'couldNotDraw', reason: 'other', note: 'A dog' }),
      report({ _id: 'r3', kind: 'tube', note: 'TB-1' }),
    ]),
  );
  openPopup(role);
  const popup = await screen.findByRole('dialog', { name: NAME });
  const entries = await within(popup).findAllByText('Zoë Ångström');
  expect(entries).toHaveLength(3);
  expect(within(popup).getByText('Tube drawn')).toBeVisible();
  expect(within(popup).getByText('A dog')).toBeVisible();
  expect(within(popup).getByText('Other reason')).toBeVisible();
  expect(within(popup).queryByRole('button', { name: `Start: ${NAME}` })).toBeNull();
});

test.runIf(hasPlugin('overview'))('links failed draws and notes on the dispatcher’s dashboard', async () => {
  const open = report({ appointmentId: 'a1', patientName: NAME });
  on('GET', '/admin/get-open-reports', () =>
    good([
      { ...open, _id: 'r1', kind: 'couldNotDraw', reason: 'notHome' },
      ...['One', 'Two', 'Three'].map((note) => ({ ...open, _id: note, note })),
    ]),
  );
  const { user } = openPortal('/dashboard', 'admin', undefined, { hostFeatures: 'visitReports overview' });
  await waitFor(() => expect(screen.getByText('Patient not at home')).toBeVisible());
  expect(screen.queryByText('Three')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Show all 4' }));
  expect(screen.getByText('Three')).toBeVisible();
  expect(screen.getAllByRole('link', { name: NAME })[0]).toHaveAttribute('href', '/appointments/a1');
});

test('hides reports if the host lacks the feature (spec 1.9)', async () => {
  openSheet({});
  expect(await screen.findByLabelText(`Tracking photo of ${NAME}`)).toBeInTheDocument();
  for (const what of ['Start', 'Done', 'Could not draw', 'Note'])
    expect(screen.queryByRole('button', { name: `${what}: ${NAME}` })).toBeNull();
});
