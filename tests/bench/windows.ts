import type { Page } from 'playwright-core';
import { EVENTS_PATH } from 'portal-frame/internal';
import { bookVisit } from '../browser/demoCalls.ts';
import { signInAs, startPortal } from '../browser/harness.ts';
import { median } from './measure.ts';

async function openLive(page: Page, path: string): Promise<void> {
  const listening = page.waitForResponse(`**${EVENTS_PATH}*`);
  await page.goto(path);
  await listening;
  await page.locator('tbody .RaDataTable-row').first().waitFor();
}

/** Resolves when the list shows the patient and the bell a new number. */
const seen = (page: Page, patient: string) =>
  page.evaluate((name) => {
    const bell = () => document.querySelector('header a[aria-label^="Notifications"]')?.getAttribute('aria-label');
    const before = bell();
    return new Promise<number>((resolve) => {
      const look = () => {
        const there = document.querySelector('tbody')?.textContent?.includes(name) && bell() !== before;
        if (there) resolve(Date.now());
        else requestAnimationFrame(look);
      };
      look();
    });
  }, patient);

/** Measures the time from an admin's assignment until the employee's list and bell change, `rounds` times. */
export async function windows(rounds: number): Promise<{ times: number[]; median: number }> {
  const portal = await startPortal({ VISIT_MINUTES: '0' });
  try {
    const [admin, employee] = await Promise.all([portal.newPage(), portal.newPage()]);
    await Promise.all([signInAs(admin, 'admin'), signInAs(employee, 'employee')]);
    await openLive(admin, '/appointments');
    await openLive(employee, '/employee-appointments');
    const times: number[] = [];
    for (let round = 1; round <= rounds; round++) {
      const patient = `Round ${round}.`;
      await bookVisit(portal, patient, '2027-01-15T09:30');
      await admin.getByText(patient).first().click();
      const popup = admin.getByRole('dialog', { name: patient });
      await popup.getByRole('combobox', { name: 'Employee' }).click();
      await admin.getByRole('option').filter({ hasText: portal.demo.employeeCode }).click();
      // Waits until the selection is complete.
      await admin.waitForTimeout(1000);
      const shown = seen(employee, patient);
      await popup.getByRole('button', { name: 'Assign Employee' }).evaluate((button) => {
        button.addEventListener('click', () => Object.assign(window, { clicked: Date.now() }), { capture: true });
      });
      await popup.getByRole('button', { name: 'Assign Employee' }).click();
      const end = await shown;
      times.push(end - (await admin.evaluate(() => (window as unknown as { clicked: number }).clicked)));
      await admin.getByText('Employee assigned successfully').waitFor({ state: 'detached' });
      await admin.keyboard.press('Escape');
      await popup.waitFor({ state: 'detached' });
    }
    return { times, median: median(times) };
  } finally {
    await portal.stop();
  }
}
