import { dataProvider } from '../../frame/dataProvider/index.ts';
import { RequestError, request } from '../../frame/dataProvider/request.ts';
import { createRetryingSender } from '../../frame/device/retryingSender.ts';
import { translate } from '../../frame/i18n/provider.ts';
import { toast } from '../../frame/notify/toast.ts';
import { todayApi } from '../wire/appointmentApi.ts';
import type { Appointment } from '../wire/appointmentRecord.ts';
import { custodyCalls, readSkippedLabels } from '../wire/custodyApi.ts';
import { VISIT_STATES, visitReportCalls } from '../wire/visitReportApi.ts';
import { sendCustodySteps } from './custodyLog.ts';
import {
  loadQueue,
  markSending,
  type QueuedHandOver,
  type QueuedPhoto,
  type QueuedReport,
  readHandOver,
  readPhoto,
  readReport,
  removeQueued,
  updateQueued,
} from './queue.ts';
import { readStoredDay, updateStoredVisit } from './storedDay.ts';
import { removeTubesInHand } from './storedTubes.ts';

const RESOURCE = 'appointments';
const ALL_VISITS = { page: 1, perPage: 0, sort: { field: 'appointmentDateTime', order: 'ASC' as const }, filter: {} };

/** A visit, and what the host has of it now. */
export interface SentChange {
  id: string;
  change: Partial<Appointment>;
}

/** Says `sent` (with a Sent) or `over` (with the error: the session ended). */
export const senderEvents = new EventTarget();
const emit = (type: 'sent' | 'over', detail: unknown) => senderEvents.dispatchEvent(new CustomEvent(type, { detail }));

/** The appointment as the host has it now: among today's, where it stands nearly always, else by its id. */
async function fetchVisit(id: string): Promise<Appointment> {
  const { call, read } = todayApi.employee;
  const { records } = read(await request(call), ALL_VISITS);
  const found = records.find((one) => one.id === id) ?? (await dataProvider.getOne(RESOURCE, { id })).data;
  return found as Appointment;
}

async function uploadPhoto(photo: QueuedPhoto, picture: File): Promise<Appointment> {
  const { data } = await dataProvider.update(RESOURCE, {
    id: photo.appointment,
    data: { trackingImage: picture },
    previousData: { id: photo.appointment },
    meta: { action: 'uploadTracking' },
  });
  return data as Appointment;
}

/** The host knew the call and did not do it. Everything else may have been done before its answer was lost. */
const isRejected = ({ code }: RequestError) => code >= 400 && code < 500 && ![408, 425, 429].includes(code);

/** A session that is over for want of use may ask nothing, and still send what it made (`late` in frame/wire/call.ts). */
function ignoreUnauthorized(cause: unknown): null {
  if (cause instanceof RequestError && cause.code === 401) return null;
  throw cause;
}

/**
 * Sends one photo, and gives the visit once the host has it, or null where it had it before and says no more. That a
 * photo is tried is on the disk before it leaves, so that one whose answer was lost is asked after first: the host has
 * one tracking image per appointment, and takes this one only while there is none.
 */
async function deliverPhoto({ photo, picture }: { photo: QueuedPhoto; picture: File }): Promise<Appointment | null> {
  if (photo.tried) {
    const visit = await fetchVisit(photo.appointment).catch(ignoreUnauthorized);
    if (visit?.trackingImage) return visit;
  } else await updateQueued(photo.id, { tried: true });
  try {
    return await uploadPhoto(photo, picture);
  } catch (cause) {
    // The try before this one was slower than our question, and has arrived.
    if (photo.tried && cause instanceof RequestError && cause.code === 409)
      return fetchVisit(photo.appointment).catch(ignoreUnauthorized);
    throw cause;
  }
}

async function sendPhoto(id: string): Promise<Partial<Appointment>> {
  const kept = await readPhoto(id);
  const visit = kept && (await deliverPhoto(kept));
  return visit ? { trackingImage: visit.trackingImage } : {};
}

/** Sends one report. The host knows it again by its key: a second try is answered as the first. */
async function sendReport(id: string): Promise<Partial<Appointment>> {
  const kept = await readReport(id);
  if (!kept) return {};
  const { appointment, takenAt, report } = kept;
  // An older version of the portal may have kept it in another way: it holds up nothing that was made after it.
  if (typeof report?.kind !== 'string') throw new RequestError(translate('errors.outdatedReport'), 400);
  await request(visitReportCalls.reportVisit, {
    params: { id: appointment },
    body: { ...report, key: id, madeAt: new Date(takenAt).toISOString() },
  });
  const visitState = VISIT_STATES.find((state) => state === report.kind);
  // The label stays recorded here when its report is dropped; where the host says no more now, it does with the next day.
  if (report.kind === 'tube') {
    const visit = await fetchVisit(appointment).catch(() => null);
    return visit ? { order: visit.order } : {};
  }
  // A note leaves nothing else to see.
  if (!visitState) toast.success(translate('toasts.reported'));
  return visitState ? { visitState } : {};
}

/** Sends one hand-over, and reports of each visit where its tubes are now. What the host left out is said and stays here. */
async function sendHandOver(id: string): Promise<'next'> {
  const kept = await readHandOver(id);
  if (!kept) return 'next';
  const { laboratory, labels, takenAt } = kept;
  const body = { key: id, laboratory, labels: [...labels], madeAt: new Date(takenAt).toISOString() };
  const left = new Set(readSkippedLabels(await request(custodyCalls.handOverTubes, { body })));
  const gone = new Set(labels.filter((label) => !left.has(label)));
  for (const { id: visit, order } of (await readStoredDay())?.visits ?? []) {
    if (!order?.drawn?.some(({ label }) => gone.has(label))) continue;
    const drawn = order.drawn.map((one) => (gone.has(one.label) ? { ...one, state: 'handedOver' as const } : one));
    const change = { order: { ...order, drawn } };
    await updateStoredVisit(visit, change);
    emit('sent', { id: visit, change } satisfies SentChange);
  }
  await removeTubesInHand(gone);
  toast.success(translate('toasts.handedOver'));
  if (left.size === 0) await removeQueued(id);
  else await updateQueued(id, { refused: translate('custody.left', { labels: [...left].join(', ') }), tried: false });
  return 'next';
}

/** What became of what was tried: 'next' goes on with the others, 'later' tries again after a while. */
async function sendItem({
  id,
  appointment,
  ...one
}: QueuedPhoto | QueuedReport | QueuedHandOver): Promise<'next' | 'later' | 'over'> {
  markSending(id);
  try {
    if ('labels' in one) return await sendHandOver(id);
    const change = await ('report' in one ? sendReport(id) : sendPhoto(id));
    await updateStoredVisit(appointment, change);
    await removeQueued(id);
    emit('sent', { id: appointment, change } satisfies SentChange);
    return 'next';
  } catch (cause) {
    if (!(cause instanceof RequestError)) throw cause;
    if (cause.code === 401) {
      emit('over', cause);
      return 'over';
    }
    if (!isRejected(cause)) return 'later';
    await updateQueued(id, { refused: cause.message, tried: false });
    return 'next';
  } finally {
    markSending(null);
  }
}

async function sendAll(): Promise<'sent' | 'left' | 'ended'> {
  // First, in the order they were recorded; what is refused or lost waits for the next time, and holds up nothing.
  const recorded = await sendCustodySteps().then(
    () => true,
    () => false,
  );
  const { photos, reports, handOvers } = await loadQueue();
  const waiting = [...photos, ...reports, ...handOvers].filter(({ refused }) => refused === undefined);
  /** Visits of which something could not be sent: what was made after it does not overtake it. */
  const held = new Set<string>();
  for (const one of waiting.toSorted((a, b) => a.takenAt - b.takenAt)) {
    if (!navigator.onLine) return 'ended';
    // Tubes are handed over once the host knows them.
    if (held.has(one.appointment) || ('labels' in one && held.size > 0)) continue;
    const outcome = await sendItem(one);
    if (outcome === 'over') return 'ended';
    if (outcome === 'later') held.add(one.appointment);
  }
  return held.size > 0 || !recorded ? 'left' : 'sent';
}

/**
 * Sends every photo and report that waits, in the order they were made and in one tab at a time; those that come while
 * others are on their way as well. Never fails: what waits is tried again.
 */
export const { sendWaiting, startSending } = createRetryingSender(sendAll);
