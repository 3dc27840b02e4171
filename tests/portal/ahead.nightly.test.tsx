import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { appointment, everyday, good, on, refused, requestsTo } from './host.ts';
import { openPortal } from './portal.tsx';

const APPOINTMENTS = '/admin/get-appointments';
/** The patient of a page's only row, with the status if filtered. */
const nameOf = (page: string | undefined, status = '') => `Patient ${page}${status}`;

beforeEach(() => {
  everyday();
  on('GET', APPOINTMENTS, ({ query: { page, status } }) =>
    good({
      appointments: [appointment({ _id: `a${page}${status ?? ''}`, patientName: nameOf(page, status) })],
      totalPages: 4,
    }),
  );
});
afterEach(() => vi.restoreAllMocks());

/** Holds back animation frames until released, so the test decides when a click's follow-up runs. */
function holdFrames(): () => void {
  let held: FrameRequestCallback[] = [];
  vi.spyOn(window, 'requestAnimationFrame').mockImplementation((callback) => held.push(callback));
  vi.spyOn(window, 'cancelAnimationFrame').mockImplementation((handle) => {
    // Others were requested before.
    if (held[handle - 1]) held[handle - 1] = () => undefined;
  });
  return () => {
    for (let round = 0; round < 3; round++) {
      const due = held;
      held = [];
      for (const callback of due) callback(0);
    }
    vi.mocked(window.requestAnimationFrame).mockRestore();
    vi.mocked(window.cancelAnimationFrame).mockRestore();
  };
}

const asked = (page: string) => requestsTo(APPOINTMENTS).filter(({ query }) => query.page === page);
const next = () => screen.getByRole('button', { name: 'Next page' });
const addressOfPage = (page: number) => expect.poll(() => location.search).toContain(`page=${page}&`);
const rest = () => act(() => new Promise((resolve) => setTimeout(resolve, 100)));

async function openList() {
  const { user, unmount } = openPortal('/appointments', 'admin');
  await screen.findByText(nameOf('1'));
  return { user, unmount };
}
async function fetched(user: Awaited<ReturnType<typeof openList>>['user'], page: string) {
  await user.unhover(next());
  await user.hover(next());
  await waitFor(() => expect(asked(page)).toHaveLength(1));
  await rest();
}

test('shows a prefetched page on click; Back returns to the previous page', async () => {
  const { user } = await openList();
  await fetched(user, '2');
  const show = holdFrames();
  await user.click(next());
  expect(screen.getByText(nameOf('2'))).toBeVisible();
  expect(screen.getByText('Page 2 of 4')).toBeVisible();
  expect(screen.queryByText(nameOf('1'))).toBeNull();
  expect(location.search).toBe('');
  show();
  await addressOfPage(2);
  expect(screen.getByText(nameOf('2'))).toBeVisible();
  expect(asked('2')).toHaveLength(1);
  history.back();
  expect(await screen.findByText(nameOf('1'))).toBeVisible();
  expect(screen.getByText('Page 1 of 4')).toBeVisible();
});

test("uses the second page's address after two quick clicks", async () => {
  const { user } = await openList();
  await fetched(user, '2');
  const show = holdFrames();
  await user.click(next());
  await fetched(user, '3');
  await user.click(next());
  expect(screen.getByText(nameOf('3'))).toBeVisible();
  show();
  await addressOfPage(3);
  expect(await screen.findByText('Page 3 of 4')).toBeVisible();
  expect(screen.getByText(nameOf('3'))).toBeVisible();
});

test('keeps a click made while the address is updating', async () => {
  const { user } = await openList();
  await fetched(user, '2');
  await user.click(next());
  await fetched(user, '3');
  await user.click(next());
  await addressOfPage(3);
  // The last page's address is not rendered yet.
  await user.click(screen.getByRole('button', { name: 'Previous page' }));
  await addressOfPage(2);
  expect(await screen.findByText('Page 2 of 4')).toBeVisible();
  await rest();
  expect(screen.getByText(nameOf('2'))).toBeVisible();
});

test('keeps the current page while the next one loads', async () => {
  const { user } = await openList();
  await fetched(user, '2');
  let answer = () => {};
  on('GET', APPOINTMENTS, async ({ query: { page } }) => {
    await new Promise<void>((resolve) => {
      answer = resolve;
    });
    return good({ appointments: [appointment({ _id: 'a3', patientName: nameOf(page) })], totalPages: 4 });
  });
  const show = holdFrames();
  await user.click(next());
  await user.click(next());
  show();
  await addressOfPage(3);
  expect(screen.getByText(nameOf('2'))).toBeVisible();
  expect(screen.queryByText(nameOf('1'))).toBeNull();
  await waitFor(() => expect(asked('3')).toHaveLength(1));
  answer();
  expect(await screen.findByText(nameOf('3'))).toBeVisible();
  expect(screen.getByText('Page 3 of 4')).toBeVisible();
});

test('shows the error if the next page cannot be loaded', async () => {
  const { user } = await openList();
  await fetched(user, '2');
  on('GET', APPOINTMENTS, () => refused('The host is tired', 503));
  const show = holdFrames();
  await user.click(next());
  await user.click(next());
  show();
  await screen.findAllByText('The host is tired');
  await waitFor(() => expect(screen.queryByText(nameOf('2'))).toBeNull());
});

test('discards the early page if the person goes back before the address is updated', async () => {
  const { user } = await openList();
  await user.click(next());
  await addressOfPage(2);
  await screen.findByText(nameOf('2'));
  await fetched(user, '3');
  const show = holdFrames();
  await user.click(next());
  expect(screen.getByText(nameOf('3'))).toBeVisible();
  history.back();
  expect(await screen.findByText(nameOf('1'))).toBeVisible();
  show();
  await rest();
  expect(location.search).toBe('');
  expect(screen.getByText('Page 1 of 4')).toBeVisible();
});

test('stays away from the list after leaving it before the address is updated', async () => {
  const { user } = await openList();
  await fetched(user, '2');
  const show = holdFrames();
  await user.click(next());
  await user.click(screen.getByRole('link', { name: 'Employees' }));
  await screen.findByRole('heading', { name: 'Employees' });
  show();
  await rest();
  expect(location.pathname).toBe('/employees');
});

/** Makes prefetched results stale. */
const later = () => {
  const now = Date.now;
  vi.spyOn(Date, 'now').mockImplementation(() => now() + 10_000);
};

test('shows changes since the prefetch once the address is updated', async () => {
  const { user } = await openList();
  await fetched(user, '2');
  on('GET', APPOINTMENTS, () =>
    good({ appointments: [appointment({ _id: 'a2', patientName: 'Somebody Else' })], totalPages: 4 }),
  );
  later();
  const show = holdFrames();
  await user.click(next());
  expect(screen.getByText(nameOf('2'))).toBeVisible();
  show();
  expect(await screen.findByText('Somebody Else')).toBeVisible();
  expect(screen.queryByText(nameOf('2'))).toBeNull();
  expect(screen.getByText('Page 2 of 4')).toBeVisible();
});

test('leads to the sign-in if the session has expired meanwhile', async () => {
  const { user } = await openList();
  await fetched(user, '2');
  on('GET', APPOINTMENTS, () => Response.json({ status: false, code: 401, message: 'jwt expired' }));
  later();
  // Without pointing at the button again.
  await act(async () => next().click());
  expect(screen.getByText(nameOf('2'))).toBeVisible();
  await expect.poll(() => location.pathname).toBe('/signin');
  expect(screen.queryByText(nameOf('2'))).toBeNull();
});

test('shows a prefetched filter result on click', async () => {
  const { user } = await openList();
  await user.click(screen.getByRole('button', { name: 'Show Filters' }));
  const panel = within(await screen.findByRole('region', { name: 'Filters' }));
  await user.click(await panel.findByRole('combobox', { name: 'Status' }));
  await user.click(await screen.findByRole('option', { name: 'Completed' }));
  await user.hover(panel.getByRole('button', { name: 'Apply Filters' }));
  const filtered = () => requestsTo(APPOINTMENTS).filter(({ query }) => query.status === 'Completed');
  await waitFor(() => expect(filtered()).toHaveLength(1));
  await rest();
  const show = holdFrames();
  await user.click(panel.getByRole('button', { name: 'Apply Filters' }));
  expect(screen.getByText(nameOf('1', 'Completed'))).toBeVisible();
  expect(location.search).toBe('');
  show();
  await expect.poll(() => decodeURIComponent(location.search)).toContain('"status":"Completed"');
  expect(screen.getByText(nameOf('1', 'Completed'))).toBeVisible();
  expect(filtered()).toHaveLength(1);
});

test('opens the show view on click; an early Escape closes it and restores focus', async () => {
  const { user } = await openList();
  const view = screen.getByRole('link', { name: /^View: / });
  view.focus();
  const show = holdFrames();
  await user.click(view);
  expect(screen.getByRole('dialog', { name: nameOf('1') })).toBeVisible();
  expect(within(screen.getByRole('dialog')).getByRole('button', { name: 'Close' })).toHaveFocus();
  expect(location.pathname).toBe('/appointments');
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(view).toHaveFocus();
  show();
  await rest();
  expect(location.pathname).toBe('/appointments');
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('closes the show view on Back, even before its address is updated', async () => {
  const { user } = await openList();
  await user.click(screen.getByRole('link', { name: /^View: / }));
  await expect.poll(() => location.pathname).toBe('/appointments/a1');
  history.back();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await user.click(next());
  await addressOfPage(2);
  await screen.findByText(nameOf('2'));
  const show = holdFrames();
  await user.click(screen.getByRole('link', { name: /^View: / }));
  expect(screen.getByRole('dialog', { name: nameOf('2') })).toBeVisible();
  history.back();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  show();
  await rest();
  expect(location.pathname).toBe('/appointments');
  expect(await screen.findByText(nameOf('1'))).toBeVisible();
});

test('keeps the early page behind the show view of one of its records', async () => {
  const { user } = await openList();
  await fetched(user, '2');
  const turn = holdFrames();
  await user.click(next());
  turn();
  await user.click(screen.getByRole('link', { name: /^View: / }));
  await expect.poll(() => location.pathname).toBe('/appointments/a2');
  expect(location.search).toContain('page=2&');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(location.search).toContain('page=2&');
  expect(screen.getByText(nameOf('2'))).toBeVisible();
});

test('makes the page inert while a drawer is open', async () => {
  const { user } = await openList();
  await user.click(screen.getByRole('link', { name: /^View: / }));
  const shell = document.querySelector('[data-shell]');
  await waitFor(() => expect(shell).toHaveAttribute('inert'));
  await user.keyboard('{Escape}');
  await waitFor(() => expect(shell).not.toHaveAttribute('inert'));
});

test('shows a status that the host has changed again meanwhile', async () => {
  let status = 'Pending';
  on('GET', APPOINTMENTS, () => good({ appointments: [appointment({ _id: 'a1', status })], totalPages: 1 }));
  on('POST', '/admin/update-appointment/{id}', () => {
    status = 'Rejected';
    return good();
  });
  const { user } = openPortal('/appointments', 'admin');
  const chip = () => screen.getByRole('combobox', { name: /^Status: / });
  await user.click(await screen.findByRole('combobox', { name: /^Status: / }));
  await user.click(await screen.findByRole('option', { name: 'Completed' }));
  await waitFor(() => expect(chip()).toHaveTextContent('Rejected'));
  await rest();
  expect(chip()).toHaveTextContent('Rejected');
});

test("shows the list's values in the show view at once", async () => {
  const { user } = await openList();
  on('GET', APPOINTMENTS, () =>
    good({ appointments: [appointment({ _id: 'a1', patientName: 'Patient Renamed' })], totalPages: 4 }),
  );
  later();
  await user.click(screen.getByRole('link', { name: /^View: / }));
  expect(await screen.findByRole('dialog', { name: 'Patient Renamed' })).toBeVisible();
  expect(screen.queryByRole('dialog', { name: nameOf('1') })).toBeNull();
});
