import type { Page } from 'playwright-core';
import type { Role } from 'portal-frame';

/** A screen: its address, and steps until it shows. */
export interface Screen {
  name: string;
  role: Role | null;
  path: string;
  show?(page: Page): Promise<void>;
}

export const openFirst = async (page: Page) => {
  await page
    .getByRole('main')
    .getByRole('link')
    // The tabs of a section are links, too.
    .and(page.locator(':not(nav *)'))
    .filter({ hasNotText: /^(Add|Dashboard)/ })
    .first()
    .click();
  await page.getByRole('dialog').waitFor();
};
const click = (name: string, brings: string) => async (page: Page) => {
  await page.getByRole('button', { name }).first().click();
  await page.getByText(brings).first().waitFor();
};

/** A file with a valid row, an invalid one and a duplicate. */
const importFile = async (page: Page) => {
  await page.getByRole('button', { name: 'Import from a file' }).click();
  const rows = ['María Núñez,Female,High,2031-03-02 09:30', 'Bob,Robot,Soon,tomorrow', ',Male,Low,2031-03-02 11:00'];
  const lines = [
    'Patient,Gender,Priority,Date & Time,Employee,Laboratory',
    ...rows.map((row) => `${row},EMP-1001,Natera`),
  ];
  await page
    .getByLabel('CSV file')
    .setInputFiles({ name: 'march.csv', mimeType: 'text/csv', buffer: Buffer.from(lines.join('\n')) });
  // Its unknown values could be assigned first.
  await page.getByRole('button', { name: 'Check the file' }).click();
  await page.getByText('Nothing can be imported yet').waitFor();
};
const asCalendar = async (page: Page) => {
  await page.getByRole('button', { name: 'Calendar', exact: true }).click();
  await page.locator('[data-entry]').first().waitFor();
  await page.evaluate(() => localStorage.removeItem('RaStore.appointments.view'));
};

/** The plan of tomorrow: today's visits are over or under way. */
const planTomorrow = async (page: Page) => {
  await asCalendar(page);
  await page.getByRole('button', { name: 'Next day' }).click();
  await page.getByRole('button', { name: 'Plan this day' }).click();
  await page.getByText('Travel:').waitFor();
};

/** Every screen of the portal (spec 2), with dialogs and panels. */
export const screens: Screen[] = [
  { name: 'sign-in', role: null, path: '/signin' },
  { name: 'forgot-password', role: null, path: '/signin', show: click('Forgot Password', 'Send OTP') },
  { name: 'not-found', role: null, path: '/nowhere' },
  { name: 'undo-email', role: null, path: '/undo-email#secret' },

  { name: 'admin-dashboard', role: 'admin', path: '/dashboard' },
  { name: 'admin-appointments', role: 'admin', path: '/appointments' },
  { name: 'admin-calendar', role: 'admin', path: '/appointments', show: asCalendar },
  { name: 'admin-plan', role: 'admin', path: '/appointments', show: planTomorrow },
  { name: 'admin-filters', role: 'admin', path: '/appointments', show: click('Show Filters', 'Apply Filters') },
  { name: 'admin-import', role: 'admin', path: '/appointments', show: importFile },
  { name: 'admin-palette', role: 'admin', path: '/appointments', show: click('Search...', 'Language: Español') },
  { name: 'admin-popup', role: 'admin', path: '/appointments', show: openFirst },
  { name: 'admin-add-appointment', role: 'admin', path: '/add-appointment' },
  {
    name: 'admin-add-appointment-errors',
    role: 'admin',
    path: '/add-appointment',
    show: click('Save', 'Patient Name is required'),
  },
  { name: 'admin-employees', role: 'admin', path: '/employees' },
  { name: 'admin-employee-popup', role: 'admin', path: '/employees', show: openFirst },
  { name: 'admin-add-employee', role: 'admin', path: '/add-employee' },
  { name: 'admin-laboratories', role: 'admin', path: '/laboratories' },
  { name: 'admin-laboratory-popup', role: 'admin', path: '/laboratories', show: openFirst },
  { name: 'admin-add-laboratory', role: 'admin', path: '/add-laboratory' },
  { name: 'admin-payments', role: 'admin', path: '/payments' },
  { name: 'admin-ledger', role: 'admin', path: '/ledger' },
  { name: 'admin-months', role: 'admin', path: '/periods' },
  { name: 'admin-invoices', role: 'admin', path: '/invoices' },
  { name: 'admin-visit-results', role: 'admin', path: '/visit-results' },
  { name: 'admin-shifts', role: 'admin', path: '/shifts' },
  { name: 'admin-archive', role: 'admin', path: '/archive' },
  { name: 'admin-archive-popup', role: 'admin', path: '/archive', show: openFirst },
  { name: 'admin-tests', role: 'admin', path: '/tests' },
  { name: 'admin-orders', role: 'admin', path: '/test-orders' },
  { name: 'admin-reports', role: 'admin', path: '/tube-reports' },
  { name: 'admin-add-order', role: 'admin', path: '/add-test-order' },
  { name: 'admin-notifications', role: 'admin', path: '/notifications' },
  { name: 'admin-profile', role: 'admin', path: '/profile' },
  { name: 'admin-audit', role: 'admin', path: '/audit' },
  { name: 'admin-admins', role: 'admin', path: '/admins' },
  { name: 'admin-admin-popup', role: 'admin', path: '/admins', show: openFirst },
  { name: 'admin-add-admin', role: 'admin', path: '/add-admin' },
  { name: 'admin-settings', role: 'admin', path: '/settings' },
  { name: 'admin-update-profile', role: 'admin', path: '/settings', show: click('Update Profile', 'Save Changes') },
  { name: 'admin-change-password', role: 'admin', path: '/settings', show: click('Change Password', 'Old Password') },

  { name: 'employee-dashboard', role: 'employee', path: '/employee-dashboard' },
  { name: 'employee-run-sheet', role: 'employee', path: '/employee-run-sheet' },
  { name: 'employee-appointments', role: 'employee', path: '/employee-appointments' },
  { name: 'employee-popup', role: 'employee', path: '/employee-appointments', show: openFirst },
  { name: 'employee-ledger', role: 'employee', path: '/employee-ledger' },
  { name: 'employee-payouts', role: 'employee', path: '/employee-payouts' },
  { name: 'employee-trips', role: 'employee', path: '/employee-trips' },
  {
    name: 'employee-miles',
    role: 'employee',
    path: '/employee-run-sheet',
    show: click('Enter miles', 'All visits of today'),
  },
  { name: 'employee-archive', role: 'employee', path: '/employee-archive' },
  { name: 'employee-notifications', role: 'employee', path: '/employee-notifications' },
  { name: 'employee-profile', role: 'employee', path: '/employee-profile' },
  { name: 'employee-settings', role: 'employee', path: '/employee-settings' },

  { name: 'laboratory-dashboard', role: 'laboratory', path: '/laboratory-dashboard' },
  { name: 'laboratory-appointments', role: 'laboratory', path: '/laboratory-appointments' },
  { name: 'laboratory-popup', role: 'laboratory', path: '/laboratory-appointments', show: openFirst },
  { name: 'laboratory-add-appointment', role: 'laboratory', path: '/laboratory-add-appointment' },
  { name: 'laboratory-orders', role: 'laboratory', path: '/laboratory-test-orders' },
  { name: 'laboratory-invoices', role: 'laboratory', path: '/laboratory-invoices' },
  { name: 'laboratory-archive', role: 'laboratory', path: '/laboratory-archive' },
  { name: 'laboratory-notifications', role: 'laboratory', path: '/laboratory-notifications' },
  { name: 'laboratory-profile', role: 'laboratory', path: '/laboratory-profile' },
  { name: 'laboratory-settings', role: 'laboratory', path: '/laboratory-settings' },
  {
    name: 'laboratory-update-profile',
    role: 'laboratory',
    path: '/laboratory-settings',
    show: click('Update Profile', 'Save Changes'),
  },
];

/** Waits for the title, the end of all skeletons, and visible pictures. */
export async function settle(page: Page): Promise<void> {
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  await page.waitForFunction(() => {
    const loading = document.querySelector('.MuiSkeleton-root, .MuiCircularProgress-root, [aria-busy=true]');
    const isInSight = ({ top, bottom }: DOMRect) => top < window.innerHeight && bottom > 0;
    const images = [...document.images].filter((image) => isInSight(image.getBoundingClientRect()));
    const still = document.getAnimations().every(({ playState }) => playState !== 'running');
    return document.querySelector('h1') !== null && !loading && still && images.every(({ complete }) => complete);
  });
}

export async function showScreen(page: Page, { path, show }: Screen): Promise<void> {
  await page.goto(path);
  await settle(page);
  if (!show) return;
  await show(page);
  await settle(page);
}
