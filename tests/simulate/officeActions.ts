import { DateTime } from 'luxon';
import { hasPlugin } from '../api/hasPlugin.ts';
import type { Visit } from './model.ts';
import { type Answer, call, collection, type Effect, send } from './network.ts';
import { TIME_ZONE } from './openServer.ts';
import { EMPLOYEES, LABORATORIES, type Person } from './people.ts';
import { ANSWERS, receiver, type Service } from './receiver.ts';
import { findDaysOff, findVisit, readMails } from './stored.ts';
import { forbid, setClock, showTime, type World } from './world.ts';

/** Random choices of one action. */
export interface Choice {
  chance(share: number): boolean;
  below(end: number): number;
  of<T>(list: readonly T[]): T | undefined;
}

/** Does something and says it in words; nothing if it cannot be done now. */
export type Action = (world: World, actor: Person, choice: Choice) => Promise<string | undefined>;

const FIRST = ['Ann', 'José', 'Łucja', 'Ngọc', 'Müller', 'Zoë'];
const slot = (world: World, days: number, quarter: number) =>
  DateTime.fromMillis(world.now, { zone: TIME_ZONE })
    .startOf('day')
    .plus({ days })
    .set({ hour: 6 + Math.floor(quarter / 4), minute: (quarter % 4) * 15 });

const told = ({ http, body }: Answer) => (http < 300 ? 'done' : `refused: ${body.message}`);

/** Books a visit, again with the same key until a reply comes. */
const book: Action = async (world, laboratory, choice) => {
  const { model, server } = world;
  model.patients += 1;
  const name = `${FIRST[model.patients % FIRST.length]} ${String(model.patients).padStart(4, '0')}`;
  const at = slot(world, choice.below(2), choice.below(72));
  model.asked.add(name);
  const order = choice.chance(0.5) ? { 'tests[0]': server.tests[choice.below(3)], orderedBy: 'Dr. Osei' } : {};
  const effect: Effect = {
    applied(body) {
      if (model.visits.some((visit) => visit.name === name)) return;
      const id = body?.data?._id ?? '';
      const visit = { name, id, laboratory, at: at.toMillis(), employee: null, status: 'Pending' };
      const hasOrder = order.orderedBy !== undefined;
      model.visits.push({ ...visit, hasOrder, overlaps: false, wasTaken: false, assigned: new Set() });
    },
    isStored: async () => (await findVisit(server, 'patient_name', name)) !== undefined,
  };
  const body = {
    ...{ patientName: name, gender: 'Female', priorityLevel: 'Low', status: 'Pending', confirmed: true },
    ...{ email: `p${model.patients}@patient.test`, appointmentDateTime: at.toFormat("yyyy-MM-dd'T'HH:mm"), ...order },
  };
  const key = `book-${model.patients}`;
  const attempt = () => call(world, laboratory, 'laboratoryCreateAppointment', { body }, { effect, key });
  const answer = await attempt().catch(() => attempt());
  const visit = model.visits.find((one) => one.name === name);
  if (visit && !visit.id) visit.id = (await findVisit(server, 'patient_name', name))?.id ?? '';
  return `books ${name} at ${showTime(at.toMillis())}${order.orderedBy ? ' with tests' : ''}: ${told(answer)}`;
};

const open = ({ model }: World) => model.visits.filter(({ status, id }) => status === 'Pending' && id !== '');

/** An effect on one visit, and whether the database has it. */
const changes = (world: World, visit: Visit, change: Partial<Visit>): Effect => ({
  applied() {
    if (change.employee !== undefined && visit.employee !== null && change.employee !== visit.employee)
      visit.wasTaken = true;
    Object.assign(visit, change);
    if (change.employee) visit.assigned.add(change.employee);
  },
  async isStored() {
    const row = await findVisit(world.server, 'id', visit.id);
    return (
      (change.employee === undefined || row?.employee_id === change.employee) &&
      (change.status === undefined || row?.status === change.status) &&
      (change.at === undefined || Number(row?.scheduled_at) === change.at)
    );
  },
});

const assign: Action = async (world, admin, choice) => {
  const visits = open(world);
  const free = visits.filter(({ employee }) => employee === null);
  const visit = choice.of(free.length > 0 && choice.chance(0.85) ? free : visits);
  const person = choice.of(EMPLOYEES);
  if (!visit || !person) return undefined;
  const employee = world.server.ids[person];
  const attempt = (confirmed: boolean) => {
    const body = { employeeId: employee, ...(confirmed && { confirmed }) };
    const effect = changes(world, visit, { employee, ...(confirmed && { overlaps: true }) });
    return call(world, admin, 'assignAppointment', { params: { id: visit.id }, body }, { effect });
  };
  const first = await attempt(false);
  const words = `assigns ${visit.name} to ${person}`;
  if (first.http !== 409 || choice.chance(0.5)) return `${words}: ${told(first)}`;
  return `${words}, although it overlaps: ${told(await attempt(true))}`;
};

const unassign: Action = async (world, admin, choice) => {
  const visit = choice.of(open(world).filter(({ employee }) => employee !== null));
  if (!visit) return undefined;
  const effect = changes(world, visit, { employee: null });
  const body = { employeeId: '' };
  const answer = await call(world, admin, 'changeAppointment', { params: { id: visit.id }, body }, { effect });
  return `takes ${visit.name} back: ${told(answer)}`;
};

/** Two windows: the second one still shows the version before the first one's change. */
const moveTwice: Action = async (world, admin, choice) => {
  const visit = choice.of(open(world));
  if (!visit) return undefined;
  const row = await findVisit(world.server, 'id', visit.id);
  if (!row) return undefined;
  const attempt = async (quarter: number) => {
    const at = slot(world, 1, quarter);
    const to = { appointmentDateTime: at.toFormat("yyyy-MM-dd'T'HH:mm") };
    const body = { ...to, version: Number(row.version), confirmed: true };
    const effect = changes(world, visit, { at: at.toMillis(), overlaps: true });
    return call(world, admin, 'changeAppointment', { params: { id: visit.id }, body }, { effect });
  };
  // Moving it to where it is changes nothing.
  const [one, other] = [choice.below(36), 36 + choice.below(36)];
  if (slot(world, 1, one).toMillis() === visit.at) return undefined;
  const first = await attempt(one);
  const second = await attempt(other);
  forbid('no change is overwritten unseen', first.http === 200 && second.http === 200 && visit.name);
  return `moves ${visit.name} in two windows: ${told(first)}; ${told(second)}`;
};

const settle: Action = async (world, admin, choice) => {
  const visits = open(world).filter(({ employee }) => employee !== null);
  const chosen = visits.filter(() => choice.chance(0.3)).slice(0, 4);
  if (chosen.length === 0) return undefined;
  const status = choice.chance(0.7) ? 'Completed' : 'Rejected';
  const effect: Effect = {
    applied(reply) {
      // One that was completed by its report already is left as it is. After a drop all of them were changed.
      const changed = reply?.data.changed.map((one: { _id: string }) => one._id);
      for (const visit of chosen) if (!changed || changed.includes(visit.id)) visit.status = status;
    },
    isStored: async () => {
      const rows = await Promise.all(chosen.map(({ id }) => findVisit(world.server, 'id', id)));
      return rows.every((row) => row?.status === status && !row.completed_by_report);
    },
  };
  const body = { appointments: chosen.map(({ id }) => ({ _id: id, status })) };
  const answer = await call(world, admin, 'setStatusMany', { body }, { effect });
  return `sets ${chosen.map(({ name }) => name).join(', ')} to ${status}: ${told(answer)}`;
};

/** A program enters a day off with its API key, again with the same key until a reply comes. */
const enterDayOff: Action = async (world, _, choice) => {
  const person = choice.of(EMPLOYEES);
  const day = slot(world, 2 + choice.below(5), 0).toISODate();
  if (!person || !day) return undefined;
  const reason = `day off ${world.model.daysOff.size + 1}`;
  world.model.daysOff.set(reason, false);
  const effect: Effect = {
    applied: () => void world.model.daysOff.set(reason, true),
    isStored: async () => (await findDaysOff(world.server)).some((stored) => stored.reason === reason),
  };
  const values = { employee: world.server.ids[person], from: day, to: day, reason, state: 'approved' };
  const key = reason.replaceAll(' ', '-');
  const attempt = () => collection(world, 'the program', 'timeOff', values, { effect, key });
  return `enters a day off for ${person}: ${told(await attempt().catch(attempt))}`;
};

/** Somebody tries what their role or their records do not allow. */
const trespass: Action = async (world, person, choice) => {
  const { ids } = world.server;
  const visit = choice.of(world.model.visits.filter(({ id, assigned }) => id !== '' && !assigned.has(ids[person])));
  if (!visit) return undefined;
  const params = { id: visit.id };
  const report = { key: `trespass-${world.now}`, kind: 'note', note: 'Not mine.' };
  const isLaboratory = (LABORATORIES as readonly Person[]).includes(person);
  const tried = await (choice.chance(0.5)
    ? call(world, person, 'assignAppointment', { params, body: { employeeId: ids.Lin } })
    : isLaboratory
      ? call(world, person, 'changeAppointment', { params, body: { cancelReason: 'Mine.' } })
      : call(world, person, 'reportVisit', { params, body: report }));
  forbid('nobody does what is not theirs', tried.http < 400 && `${person} at ${visit.name}`);
  return `tries what is not theirs at ${visit.name}: ${told(tried)}`;
};

/** Closes the scan of a hand-over on its way. Sometimes a tube is missing. */
const receive: Action = async (world, laboratory, choice) => {
  if (!hasPlugin('custody')) return undefined;
  const { body } = await collection(world, laboratory, 'handOvers');
  const handOver = choice.of((body as { id: string; closedAt: string | null }[]).filter((one) => !one.closedAt));
  if (!handOver) return undefined;
  const where = encodeURIComponent(JSON.stringify({ handOver: handOver.id }));
  const { body: tubes } = await collection(world, laboratory, `handOverTubes?where=${where}`);
  const labels = (tubes as { label: string }[]).map(({ label }) => label);
  const scanned = labels.filter(() => choice.chance(0.9));
  const given = { params: { id: handOver.id }, body: { labels: scanned } };
  const answer = await call(world, laboratory, 'closeHandOver', given);
  return `scans ${scanned.length} of ${labels.length} tubes: ${told(answer)}`;
};

const decide: Action = async (world, laboratory, choice) => {
  const where = encodeURIComponent(JSON.stringify({ state: 'received' }));
  const { body } = await collection(world, laboratory, `drawnTubes?where=${where}`);
  const tube = choice.of(body as { id: string; label: string; version: number }[]);
  if (!tube) return undefined;
  const accepts = choice.chance(0.8);
  const path = `drawnTubes/${tube.id}/${accepts ? 'accept' : 'reject'}`;
  const answer = await collection(world, laboratory, path, accepts ? {} : { rejectReason: 'RM' });
  const words = `${accepts ? 'accepts' : 'rejects'} ${tube.label}: ${told(answer)}`;
  forbid('nothing is refused without a reason', answer.http >= 300 && `${laboratory} ${words}`);
  return words;
};

/** A patient follows the link of a mail and answers. */
const answerMail: Action = async (world, _, choice) => {
  const links = readMails(world.server.dataDir).flatMap((text) => {
    const path = /\/visit-confirmation\/[\w-]{43}/.exec(text)?.[0];
    return path ? [{ path, to: /^To: (.*)$/m.exec(text)?.[1] ?? '' }] : [];
  });
  const link = choice.of(links.toSorted((a, b) => (a.to < b.to ? -1 : 1)));
  if (!link) return undefined;
  const declines = choice.chance(0.3);
  const payload = declines ? 'answer=declined&reason=unwell' : 'answer=confirmed&prepared=yes';
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const { http } = await send(world, { method: 'POST', url: link.path, headers, payload });
  return `(${link.to}) ${declines ? 'declines' : 'confirms'}: ${http}`;
};

const runJobs: Action = async (world) => {
  await setClock(world, world.now + 1000);
  await world.server.runJobs();
  return 'runs its jobs';
};

const sendMails: Action = async (world) => {
  await world.server.sendOutbox();
  return 'sends its mails';
};

/** An outside service changes its mind. */
const answer: Action = async (_, service, choice) => {
  const chosen = choice.of(Object.keys(ANSWERS) as (keyof typeof ANSWERS)[]) ?? 'accepts';
  const [after, times] = [choice.below(3), choice.chance(0.5) ? 1 + choice.below(3) : Number.POSITIVE_INFINITY];
  receiver.answers.set(service as string as Service, { answer: chosen, after, times });
  return `${chosen}: ${times} times, after ${after} calls`;
};

/** Restarts with the other version of the configs. Sometimes the process is dropped half way. */
const deploy: Action = async ({ server }, _, choice) => {
  const statement = choice.chance(0.5) ? 1 + choice.below(400) : Number.POSITIVE_INFINITY;
  server.dropBefore(statement);
  try {
    await server.deploy();
    return 'starts with other configs';
  } catch (error) {
    if (!server.isDropped()) throw error;
    await server.reopen();
    return 'starts with other configs, is dropped, and starts again';
  } finally {
    server.dropBefore(Number.POSITIVE_INFINITY);
  }
};

export const officeActions = {
  ...{ book, assign, unassign, moveTwice, enterDayOff, trespass, settle },
  ...{ receive, decide, answerMail, runJobs, sendMails, answer, deploy },
};
