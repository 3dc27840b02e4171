import type { Page } from 'playwright-core';
import { accountCalls, profileCall } from 'portal-frame/internal';
import { getToday } from 'portal-frame/server';
import { EMPLOYEES } from '../../server/demo/demoStaff.ts';
import { calls } from '../../src/wire/index.ts';
import { laboratoryCalls } from '../../src/wire/laboratoryApi.ts';
import { pdf, photo } from '../api/samples.ts';
import { ROLES, type Role } from '../roles.ts';
import { callAs } from './demoCalls.ts';

/** Without break opportunities. */
const long = (letters: string) => letters.repeat(Math.ceil(120 / letters.length)).slice(0, 120);
const NAMES = [long('Wolfeschlegelsteinhausen'), long('عبدالرحمنالمستكشف'), long('Brzęczyszczykiewiczówna')];
const [LATIN = '', ARABIC = '', POLISH = ''] = NAMES;
const PEOPLE: Record<Role, string> = { admin: POLISH, employee: ARABIC, laboratory: LATIN };

/**
 * Gives patients, employee, laboratory, admin and documents names of 120 letters, in today's visits and in the archive.
 */
export async function giveLongNames(url: string): Promise<void> {
  const server = { url };
  for (const role of ROLES) {
    const { timings, ...own } = await callAs(server, role, profileCall(role));
    const fullName = PEOPLE[role];
    const kept = ['email', 'contactNumber', 'address', 'username', 'gender', 'about', 'jobRole', 'hireDate'];
    const body = Object.fromEntries(kept.map((name) => [name, own[name] || 'Female']));
    const week = timings && { timings: JSON.stringify(timings) };
    await callAs(server, role, accountCalls.updateProfile, { ...body, fullName, ...week });
    if (role === 'laboratory')
      await callAs(server, 'admin', laboratoryCalls.approveName, { fullName }, { id: own._id });
  }
  const documents = [...NAMES.map((name) => pdf('order', `${name}.pdf`)), await photo('#446688', `${LATIN}.jpg`)];
  for (const [index, patientName] of NAMES.entries()) {
    for (const status of ['Completed', 'Pending']) {
      await callAs(server, 'admin', calls.adminCreateAppointment, {
        patientName,
        status,
        email: `${'w'.repeat(60)}@${'example'.repeat(8)}.test`,
        address: LATIN,
        accountNumber: 'A'.repeat(64),
        contactNumber: '+442079460958',
        specialInstructions: LATIN,
        fees: '999999.99',
        gender: 'Female',
        priorityLevel: 'Urgent',
        employeeId: EMPLOYEES[0]?.code ?? '',
        labortary: PEOPLE.laboratory,
        appointmentDateTime: `${getToday('America/New_York')}T${20 + index}:30`,
        confirmed: true,
        documents,
      });
    }
  }
}

/**
 * Finds boxes whose content overflows without scrolling or clipping, and text cut without an ellipsis. Reports the
 * innermost box. Skips the header, whose search is collapsed on purpose.
 */
export function outOfBox(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: Element[] = [];
    const hidden = (one: Element) =>
      one.closest(
        'svg, noscript, template, [inert], .sr-only, input, textarea, .MuiBadge-root, .MuiFormControl-root, .notistack-SnackbarContainer, header',
      ) !== null || one.querySelector(':scope > .MuiBadge-root') !== null;
    for (const one of document.body.querySelectorAll('*')) {
      const width = one.clientWidth;
      if (width <= 1 || one.scrollWidth <= width + 1 || hidden(one)) continue;
      // Switches and the like, whose parts overlap by design.
      // biome-ignore lint/performance/useDomNodeTextContent: what is shown, not what is there
      if (!(one instanceof HTMLElement) || one.innerText.trim() === '') continue;
      const { display, overflowX, textOverflow, webkitLineClamp, clipPath } = getComputedStyle(one);
      if (display === 'inline' || display === 'contents' || clipPath !== 'none') continue;
      const bare = [...one.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim());
      const cut = bare && overflowX !== 'visible' && textOverflow !== 'ellipsis' && webkitLineClamp === 'none';
      if (overflowX === 'visible' || (cut && overflowX !== 'auto' && overflowX !== 'scroll')) found.push(one);
    }
    const inner = found.filter((one) => !found.some((other) => other !== one && one.contains(other)));
    const cut = inner.map((one) => `${one.scrollWidth} in ${one.clientWidth}: ${one.outerHTML.slice(0, 200)}`);
    const wider = document.documentElement.scrollWidth - window.innerWidth;
    return wider > 0 ? [`the page is ${wider} px wider than the window`, ...cut] : cut;
  });
}
