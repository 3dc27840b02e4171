import type { Page } from 'playwright-core';
import { today } from '../../frame/server/base/time.ts';
import { accountCalls, profileCall } from '../../frame/wire/account.ts';
import { type Call, pathOf } from '../../frame/wire/call.ts';
import { DEMO_PASSWORD, EMPLOYEES } from '../../server/demo/staff.ts';
import { calls } from '../../src/wire/index.ts';
import { laboratoryCalls } from '../../src/wire/laboratories.ts';
import { pdf, photo } from '../api/samples.ts';
import { ROLES, type Role } from '../roles.ts';

/** 120 letters without a place to break them. */
const long = (letters: string) => letters.repeat(Math.ceil(120 / letters.length)).slice(0, 120);
const NAMES = [long('Wolfeschlegelsteinhausen'), long('عبدالرحمنالمستكشف'), long('Brzęczyszczykiewiczówna')];
const [LATIN = '', ARABIC = '', POLISH = ''] = NAMES;
const PEOPLE: Record<Role, string> = { admin: POLISH, employee: ARABIC, laboratory: LATIN };

/** Gives patients, employee, laboratory, admin and documents names of 120 letters: in today's visits and in the archive. */
export async function giveLongNames(url: string): Promise<void> {
  const send = async (call: Call, token: string, body?: FormData | string, params = {}) => {
    const reply = await fetch(url + pathOf(call, params), {
      method: call.method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(typeof body === 'string' && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body }),
    });
    const { status, message, data } = (await reply.json()) as { status: boolean; message: string; data: unknown };
    if (!status) throw new Error(`${call.path}: ${message}`);
    return data as Record<string, unknown>;
  };
  const tokens = {} as Record<Role, string>;
  for (const role of ROLES) {
    const body = JSON.stringify({ email: `${role}@demo.test`, password: DEMO_PASSWORD });
    tokens[role] = String((await send(calls.signIn, '', body)).userAuthToken);
    const { timings, ...own } = await send(profileCall(role), tokens[role]);
    const form = new FormData();
    for (const name of ['email', 'contactNumber', 'address', 'username', 'gender', 'about', 'jobRole', 'hireDate'])
      form.append(name, String(own[name] || 'Female'));
    form.append('fullName', PEOPLE[role]);
    if (timings) form.append('timings', JSON.stringify(timings));
    await send(accountCalls.updateProfile, tokens[role], form);
    if (role !== 'laboratory') continue;
    const fullName = PEOPLE[role];
    await send(laboratoryCalls.approveName, tokens.admin, JSON.stringify({ fullName }), { id: String(own._id) });
  }
  const documents = [...NAMES.map((name) => pdf('order', `${name}.pdf`)), await photo('#446688', `${LATIN}.jpg`)];
  for (const [index, patientName] of NAMES.entries()) {
    for (const status of ['Completed', 'Pending']) {
      const form = new FormData();
      const texts = {
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
        appointmentDateTime: `${today('America/New_York')}T${20 + index}:30`,
        confirmed: 'true',
      };
      for (const [name, text] of Object.entries(texts)) form.append(name, text);
      for (const one of documents) form.append('documents', one);
      await send(calls.adminCreateAppointment, tokens.admin, form);
    }
  }
}

/**
 * What does not stay in its box, at today's width of the page: a box whose content is wider than it is and that neither
 * scrolls nor cuts it, and text that is cut without a sign. Of boxes within each other the innermost is reported. The header
 * has no names; its search is folded on purpose.
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
