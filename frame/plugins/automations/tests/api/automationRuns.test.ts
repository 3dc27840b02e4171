import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { AnyResource } from '../../../../config/resource.ts';
import { defineResource } from '../../../../config/resource.ts';
import { choice, dateTime, email, money, reference, text } from '../../../../fields/index.ts';
import { languages } from '../../../../server/base/languages.ts';
import { defineJob, type JobContext } from '../../../../server/jobs/defineJob.ts';
import { records } from '../../../../server/records/operations/recordsApi.ts';
import { clientOf } from '../../../../tests/api/client.ts';
import { emailOf, serverForAll } from '../../../../tests/api/harness.ts';
import { smtpFor } from '../../../../tests/api/smtp.ts';
import { me } from '../../../../where/symbols.ts';
import { checkAutomationParts } from '../../server/automationList.ts';

const TEXTS = {
  'automations.repairs.asked.subject': 'Repair: %{title}',
  'automations.repairs.asked.text': '%{title} costs %{cost} and is %{state}. %{branch} %{startsAt} %{portal} %{link}',
  'automations.repairs.done.title': 'Repaired',
  'automations.repairs.done.body': '%{title} is %{state}.',
  'automations.repairs.done.push': 'A repair is done.',
};
languages.set('en', { ...languages.get('en'), ...TEXTS });
languages.set('es', { ...languages.get('es'), ...TEXTS, 'automations.repairs.asked.subject': 'Arreglo: %{title}' });

/** Workers see their own repairs. */
const repairs = defineResource({
  name: 'repairs',
  icon: 'inventory',
  title: '{title}',
  fields: {
    title: text({ required: true }),
    // These have the names of words of a text, which mean the same for every resource.
    link: text(),
    portal: text(),
    customer: email(),
    cost: money(),
    startsAt: dateTime(),
    worker: reference({ to: 'workers', text: '{fullName}' }),
    branch: reference({ to: 'branches', text: '{fullName}' }),
    state: choice({ choices: ['asked', 'done'], values: { done: { label: { en: 'finished' } } } }),
  },
  states: { field: 'state', start: 'asked', transitions: { finish: { from: 'asked', to: 'done', bulk: true } } },
  list: { columns: ['title'] },
  create: {
    groups: [
      { label: 'Repair', fields: ['title', 'link', 'portal', 'customer', 'cost', 'startsAt', 'worker', 'branch'] },
    ],
  },
  links: { mine: { days: 7, fields: ['title'] } },
  automations: {
    asked: {
      on: { create: true, update: ['cost'] },
      where: { cost: { gt: 100 } },
      mail: { to: ['customer', 'branch'], link: 'mine' },
    },
    done: { on: { transition: ['finish'] }, notify: { to: ['worker', { role: 'worker' }], about: 'branch' } },
    count: {
      on: { create: true, update: true, transition: true },
      where: { 'branch.fullName': 'Northside' },
      job: 'count',
    },
  },
  roles: {
    admin: { can: ['list', 'create', 'edit', 'delete', 'finish'] },
    worker: { can: ['list'], where: { worker: me } },
  },
});

let failures = 0;
const ran: string[] = [];
/** Changes the record that it runs for, and fails as often as the test asks. */
const count = defineJob({
  name: 'count',
  resource: 'repairs',
  async run(context: JobContext, record) {
    if (failures-- > 0) throw Object.assign(new Error('no'), { code: 'NO_PRINTER' });
    ran.push(`${record.title} ${record.state}`);
    await records(context).update('repairs', String(record.id), { customer: 'counted@example.test' });
  },
});

const smtp = smtpFor('all');
const server = serverForAll(() => ({ SMTP_URL: smtp.url }), { resources: [repairs as unknown as AnyResource] });
const admin = clientOf(server, 'admin', 'repairs');
const add = async (values: object) => {
  const { http, body } = await admin.create({ title: 'Drill', ...values });
  expect(http).toBe(201);
  return body.id as string;
};
const runs = (id: string, automation: string) =>
  server.services.db
    .selectFrom('event_deliveries')
    .selectAll()
    .where('record_id', '=', id)
    .where('target', '=', `repairs.${automation}`)
    .orderBy('seq')
    .execute();
/** Lets all waiting events be tried at once, until none waits. */
async function settle(id: string, automation: string) {
  await vi.waitFor(
    async () => {
      await server.services.db.updateTable('outbox').set({ next_at: 0, locked_until: 0 }).execute();
      server.services.outbox.wake();
      expect((await runs(id, automation)).filter(({ state }) => state === 'waiting')).toEqual([]);
    },
    { timeout: 30_000, interval: 50 },
  );
}
const noticesOf = (person: 'worker' | 'worker2') =>
  server.services.db.selectFrom('notifications').selectAll().where('account_id', '=', server.ids[person]).execute();

beforeEach(() => {
  server.services.jobs = [count];
  ran.length = 0;
  failures = 0;
});
afterEach(() => expect(failures).toBeLessThan(1));

test('mails people with accounts and addresses in fields, in every language, if the record matches', async () => {
  const startsAt = '2026-11-28T16:00:00.000Z';
  const others = { link: 'https://other.test', portal: 'https://other.test', branch: server.ids.branch };
  const id = await add({ cost: 120, customer: 'ann@example.test', startsAt, ...others });
  await settle(id, 'asked');
  const mail = await smtp.next('ann@example.test');
  expect(mail.raw).toContain('Subject: Repair: Drill / Arreglo: Drill');
  expect(mail.text).toContain('Drill costs $120.00 and is asked. Northside Nov 28, 2026, 11:00 AM');
  expect(mail.text).toMatch(/ http:\/\/localhost:\d+ http:\/\/localhost:\d+\/public\/link\//);
  expect((await smtp.next(emailOf('branch'))).text).toContain('Drill');
  const cheap = await add({ cost: 90, customer: 'cheap@example.test' });
  await admin.update(cheap, { title: 'Saw' });
  expect(await runs(cheap, 'asked')).toEqual([]);
  await admin.update(cheap, { cost: 110 });
  await settle(cheap, 'asked');
  expect((await smtp.next('cheap@example.test')).text).toContain('Saw costs $110.00');
});

test('notifies people with the role who see the record, once each', async () => {
  const id = await add({ worker: server.ids.worker, branch: server.ids.branch });
  expect((await admin.send('POST', '/many/finish', { ids: [id] })).http).toBe(200);
  await settle(id, 'done');
  expect(await noticesOf('worker')).toMatchObject([
    { title: 'Repaired', body: 'Drill is finished.', resource: 'branches', record_id: server.ids.branch },
  ]);
  expect(await noticesOf('worker2')).toEqual([]);
});

test('runs a job for each event in order, retries failures, and does not trigger itself', async () => {
  failures = 2;
  const id = await add({ title: 'Crane', branch: server.ids.branch });
  await vi.waitFor(async () => expect((await runs(id, 'count'))[0]?.last_error).toBe('NO_PRINTER'));
  expect((await admin.send('POST', `/${id}/finish`, {})).http).toBe(200);
  const { data } = await server.as('admin', 'automations');
  expect(data).toContainEqual({ _id: 'repairs.count', effects: ['job'], failing: 1 });
  await settle(id, 'count');
  expect(ran).toEqual(['Crane done', 'Crane done']);
  expect((await runs(id, 'count')).map(({ seq, event, state }) => [seq, event, state])).toEqual([
    [1, 'repairs.create', 'sent'],
    [2, 'repairs.transition', 'sent'],
  ]);
  const other = await add({ title: 'Elsewhere', branch: server.ids.branch2 });
  expect(await runs(other, 'count')).toEqual([]);
});

test('keeps a log that managers can read and replay', async () => {
  const id = await add({ title: 'Lamp', branch: server.ids.branch });
  await settle(id, 'count');
  const params = { id: 'repairs.count' };
  const { data } = await server.as('admin', 'automationRuns', { params });
  const [run] = data.filter(({ recordId }: { recordId: string }) => recordId === id);
  expect(run).toMatchObject({ event: 'repairs.create', state: 'sent', tries: 1 });
  expect((await server.as('admin', 'replayDelivery', { params: { id: run._id } })).http).toBe(200);
  await settle(id, 'count');
  expect(ran.filter((one) => one.startsWith('Lamp'))).toHaveLength(2);
  expect((await server.as('worker', 'automationRuns', { params })).http).toBe(403);
  expect((await server.as('worker', 'automations')).http).toBe(403);
  expect((await server.as('admin', 'automationRuns', { params: { id: 'repairs.none' } })).http).toBe(404);
});

test('skips an event whose record was deleted, and gives up after three days', async () => {
  failures = 1;
  const id = await add({ title: 'Gone', branch: server.ids.branch });
  await vi.waitFor(async () => expect((await runs(id, 'count'))[0]?.last_error).toBe('NO_PRINTER'));
  expect((await admin.remove(id)).http).toBe(200);
  await settle(id, 'count');
  expect((await runs(id, 'count')).map(({ state }) => state)).toEqual(['skipped']);
  failures = 1;
  const late = await add({ title: 'Late', branch: server.ids.branch });
  await vi.waitFor(async () => expect((await runs(late, 'count'))[0]?.last_error).toBe('NO_PRINTER'));
  await server.services.db
    .updateTable('event_deliveries')
    .set({ expires_at: 1 })
    .where('record_id', '=', late)
    .execute();
  await settle(late, 'count');
  expect((await runs(late, 'count')).map(({ state }) => state)).toEqual(['failed']);
});

describe('validation at the start', () => {
  const own = [repairs as unknown as AnyResource];
  const messageOf = (resources: AnyResource[], jobs: Parameters<typeof checkAutomationParts>[1]) => {
    try {
      checkAutomationParts(resources, jobs, languages);
      return '';
    } catch (cause) {
      return (cause as Error).message;
    }
  };

  test('accepts jobs without a schedule, and texts in every language', () => {
    expect(messageOf(own, [count])).toBe('');
    expect(messageOf(own, [])).toContain('automations.count.job: found "count", expected a job of server/jobs');
  });

  test('refuses a missing text, an unknown field, and a field that the role may not read', () => {
    const closed = { ...repairs, fields: { ...repairs.fields, state: { ...repairs.fields.state, read: ['admin'] } } };
    expect(messageOf([closed as unknown as AnyResource], [count])).toContain(
      'automations.repairs.done.body: found %{state}, expected a field that worker may read',
    );
    const texts = new Map([
      ['en', { ...TEXTS, 'automations.repairs.done.title': '%{titel}' }],
      ['es', {}],
    ]);
    expect(() => checkAutomationParts(own, [count], texts)).toThrow('found %{titel}, expected a field of repairs');
    expect(() => checkAutomationParts(own, [count], texts)).toThrow('i18n (es): automations.repairs.asked.subject');
  });
});
