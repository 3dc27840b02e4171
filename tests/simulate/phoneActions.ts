import type { Appointment } from '../../src/wire/appointments/appointmentRecord.ts';
import { hasPlugin } from '../api/hasPlugin.ts';
import { photo } from '../api/samples.ts';
import { getCall } from '../api/servedCalls.ts';
import type { Tap } from './model.ts';
import type { Action, Choice } from './officeActions.ts';
import type { Person } from './people.ts';
import { type Phone, use } from './phone.ts';
import type { World } from './world.ts';

export function phoneOf({ phones }: World, person: Person): Phone {
  const phone = phones.find((one) => one.person === person);
  if (!phone) throw new Error(`${person} has no phone`);
  return phone;
}

/** Reads today's visits and the tubes in hand, as the run sheet does. */
export const loadDay = (world: World, phone: Phone): Promise<string> =>
  use(world, phone, async ({ today, browser, runSheet, custody }) => {
    const { call, read } = today.todayApi.employee;
    try {
      const query = { page: 1, perPage: 0, sort: { field: 'appointmentDateTime', order: 'ASC' as const }, filter: {} };
      const { records } = read(await browser.request(call), query);
      await runSheet.storeDay(records as Appointment[], world.now + phone.skew);
      if (custody)
        await custody.storeTubesInHand(custody.readTubesInHand(await browser.request(getCall('tubesInHand'))));
      return `sees ${records.length} visits`;
    } catch (error) {
      return `sees no change: ${(error as Error).message}`;
    }
  });

const load: Action = async (world, person) => `opens the run sheet, ${await loadDay(world, phoneOf(world, person))}`;

const storedVisits = (world: World, phone: Phone) =>
  use(world, phone, async ({ runSheet }) => (await runSheet.readStoredDay())?.visits ?? []);

/** Creates the action of a tap. */
const report =
  (chooseKind: (choice: Choice) => Tap['kind']): Action =>
  async (world, person, choice) => {
    const kind = chooseKind(choice);
    const phone = phoneOf(world, person);
    const visit = choice.of(await storedVisits(world, phone));
    if (!visit) return undefined;
    const tube = choice.of(visit.order?.tubes ?? []);
    if (kind === 'tube' && !tube) return undefined;
    if (kind === 'tube') world.model.labels += 1;
    const label = kind === 'tube' ? `TB-${String(world.model.labels).padStart(4, '0')}` : undefined;
    await use(world, phone, async ({ runSheet }) => {
      const { id: appointment, patientName, appointmentDateTime } = visit;
      world.model.taps.push({ phone: person, visit: appointment, kind, ...(label && { label }), at: Date.now() });
      const more = {
        ...(kind === 'couldNotDraw' && { reason: 'notHome' as const }),
        ...(kind === 'note' && { note: 'The bell is broken.' }),
        ...(label && { label, tube: tube?.kindId ?? '' }),
      };
      await runSheet.addReport({ appointment, patientName, appointmentDateTime }, { kind, ...more });
    });
    if (label) world.model.inHand.set(label, { phone: person, visit: visit.id });
    return `taps ${kind}${label ? ` ${label}` : ''} at ${visit.patientName}${phone.online ? '' : ', offline'}`;
  };

/** Hands tubes over, those of the phone's queue included. */
const handOver: Action = async (world, person, choice) => {
  if (!hasPlugin('custody')) return undefined;
  const phone = phoneOf(world, person);
  const visits = await storedVisits(world, phone);
  const own = [...world.model.inHand].flatMap(([label, held]) => {
    const laboratory = visits.find(({ id }) => id === held.visit)?.order?.laboratory;
    return held.phone === person && laboratory ? [{ label, laboratory }] : [];
  });
  const first = choice.of(own);
  if (!first) return undefined;
  const labels = own.filter(({ laboratory }) => laboratory === first.laboratory).map(({ label }) => label);
  const laboratory = { id: first.laboratory, name: 'the laboratory' };
  await use(world, phone, async ({ custody }) => custody?.addHandOver(laboratory, labels));
  for (const label of labels) world.model.inHand.delete(label);
  if (phone.online) await sendAll(world, phone);
  return `hands over ${labels.join(', ')}${phone.online ? '' : ', offline'}`;
};

const photos = new Map<number, ReturnType<typeof photo>>();
const takePhoto: Action = async (world, person, choice) => {
  const phone = phoneOf(world, person);
  const visit = choice.of(await storedVisits(world, phone));
  if (!visit) return undefined;
  const red = (world.model.pictures.length * 40) % 250;
  const taken = photos.get(red) ?? photo(`rgb(${red}, 90, 90)`);
  photos.set(red, taken);
  const { id: appointment, patientName, appointmentDateTime } = visit;
  const picture = await taken;
  await use(world, phone, ({ runSheet }) =>
    runSheet.addPhoto({ appointment, patientName, appointmentDateTime }, picture),
  );
  world.model.pictures.push({ phone: person, visit: visit.id, red });
  return `takes the picture of ${patientName}`;
};

/** Sends what waits, as the phone does when the network returns. */
export const sendAll = (world: World, phone: Phone): Promise<number> =>
  use(world, phone, async ({ runSheet }) => {
    await runSheet.sendWaiting();
    const { photos, reports, featureItems } = await runSheet.loadQueue();
    return [...photos, ...reports, ...featureItems].filter(({ refused }) => refused === undefined).length;
  });
const sync: Action = async (world, person) => {
  const phone = phoneOf(world, person);
  if (!phone.online) return undefined;
  return `sends what waits: ${await sendAll(world, phone)} left`;
};

const goOffline: Action = async (world, person) => {
  phoneOf(world, person).online = false;
  return 'loses the network';
};
const goOnline: Action = async (world, person) => {
  const phone = phoneOf(world, person);
  phone.online = true;
  return `is online again, ${await sendAll(world, phone)} left to send`;
};
const setWrongClock: Action = async (world, person, choice) => {
  const phone = phoneOf(world, person);
  phone.skew = (choice.below(240) - 120) * 60_000;
  return `has a clock that is ${phone.skew / 60_000} min ahead`;
};

export const phoneActions = {
  start: report(() => 'started'),
  finish: report((choice) => (choice.chance(0.8) ? 'done' : 'couldNotDraw')),
  draw: report(() => 'tube'),
  note: report(() => 'note'),
  ...{ load, handOver, takePhoto, sync, goOffline, goOnline, setWrongClock },
};
