import { dataProvider, RequestError, request, toast, translate } from 'portal-frame/browser';
import { createRetryingSender } from 'portal-frame/device';
import { todayApi } from '../../../../src/wire/appointments/appointmentApi.ts';
import type { Appointment } from '../../../../src/wire/appointments/appointmentRecord.ts';
import { VISIT_STATES } from '../../../../src/wire/choices.ts';
import { visitReportCalls } from '../../wire/visitReportApi.ts';
import {
  loadLogs,
  loadQueue,
  loadSender,
  markSending,
  type QueuedFeatureItem,
  type QueuedPhoto,
  type QueuedReport,
  readFeatureItem,
  readPhoto,
  readReport,
  removeQueued,
  updateQueued,
} from './offlineQueue.ts';
import { updateStoredVisit } from './storedDay.ts';

const RESOURCE = 'appointments';
const ALL_VISITS = { page: 1, perPage: 0, sort: { field: 'appointmentDateTime', order: 'ASC' as const }, filter: {} };

/** Fields of a visit as the host has them now. */
export interface SentChange {
  id: string;
  change: Partial<Appointment>;
}

/** Dispatches `sent` with a SentChange and `over` with the error that ended the session. */
export const senderEvents = new EventTarget();
const emit = (type: 'sent' | 'over', detail: unknown) => senderEvents.dispatchEvent(new CustomEvent(type, { detail }));

/** Shows what the host knows of a visit now, and stores it on the device. */
export async function applySentChange(id: string, change: Partial<Appointment>, whenStored?: () => Promise<void>) {
  await updateStoredVisit(id, change);
  await whenStored?.();
  emit('sent', { id, change } satisfies SentChange);
}

async function fetchVisit(id: string): Promise<Appointment> {
  const { call, read } = todayApi.employee;
  const { records } = read(await request(call), ALL_VISITS);
  const found = records.find((record) => record.id === id) ?? (await dataProvider.getOne(RESOURCE, { id })).data;
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

/** True if the host definitely rejected the request. Others may have been processed before the reply was lost. */
const isRejected = ({ code }: RequestError) => code >= 400 && code < 500 && ![408, 425, 429].includes(code);

/** Returns null for a 401: a session that ended by inactivity may not read, but may still send (`allowIdleSession`). */
function ignoreUnauthorized(cause: unknown): null {
  if (cause instanceof RequestError && cause.code === 401) return null;
  throw cause;
}

/** Sends a photo and returns its visit, if known. If an attempt got no reply, it first looks for the photo. */
async function deliverPhoto({ photo, picture }: { photo: QueuedPhoto; picture: File }): Promise<Appointment | null> {
  if (photo.tried) {
    const visit = await fetchVisit(photo.appointment).catch(ignoreUnauthorized);
    if (visit?.trackingImage) return visit;
  } else await updateQueued(photo.id, { tried: true });
  try {
    return await uploadPhoto(photo, picture);
  } catch (cause) {
    // The previous attempt arrived after our check.
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

/** Sends one report and returns the fields that it changes. The host recognizes a second attempt by its key. */
async function sendReport(id: string): Promise<Partial<Appointment>> {
  const kept = await readReport(id);
  if (!kept) return {};
  const { appointment, takenAt, report } = kept;
  // Items of older versions may lack `kind`. Refusing them unblocks later items.
  if (typeof report?.kind !== 'string') throw new RequestError(translate('errors.outdatedReport'), 400);
  await request(visitReportCalls.reportVisit, {
    params: { id: appointment },
    body: { ...report, key: id, madeAt: new Date(takenAt).toISOString() },
  });
  const visitState = VISIT_STATES.find((state) => state === report.kind);
  // The order shows the label once the report has left the queue. Without an answer, the next refetch brings it.
  if (report.kind === 'tube') {
    const visit = await fetchVisit(appointment).catch(() => null);
    return visit ? { order: visit.order } : {};
  }
  // A note leaves no other trace on the screen.
  if (!visitState) toast.success(translate('toasts.reported'));
  return visitState ? { visitState } : {};
}

/** Sends an item of a feature. */
async function sendFeatureItem(item: Pick<QueuedFeatureItem, 'id' | 'prefix'>): Promise<'next' | 'later'> {
  const kept = await readFeatureItem(item);
  if (!kept) return 'next';
  const send = await loadSender(item);
  if (!send) return 'later';
  await send(kept);
  await removeQueued(item.id);
  return 'next';
}

/** Sends one item. 'next' continues with the queue, 'later' keeps the item for a retry, 'over' ended the session. */
async function sendItem({
  id,
  appointment,
  ...one
}: QueuedPhoto | QueuedReport | QueuedFeatureItem): Promise<'next' | 'later' | 'over'> {
  markSending(id);
  try {
    if ('prefix' in one) return await sendFeatureItem({ id, prefix: one.prefix });
    const change = await ('report' in one ? sendReport(id) : sendPhoto(id));
    await applySentChange(appointment, change, () => removeQueued(id));
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

/** Sends all that waits. 'left' asks for a retry; 'ended' does not, as the device is offline or the session over. */
async function sendAll(): Promise<'sent' | 'left' | 'ended'> {
  // Logs go first. A failure does not block the queue.
  const recorded = await loadLogs()
    .then((logs) => Promise.all(logs.map((log) => log.send())))
    .then(
      () => true,
      () => false,
    );
  const { photos, reports, featureItems } = await loadQueue();
  const waiting = [...photos, ...reports, ...featureItems].filter(({ refused }) => refused === undefined);
  /** Visits with a failed item. Later items of these wait. */
  const held = new Set<string>();
  for (const one of waiting.toSorted((a, b) => a.takenAt - b.takenAt)) {
    if (!navigator.onLine) return 'ended';
    if (held.has(one.appointment) || ('afterOthers' in one && one.afterOthers && held.size > 0)) continue;
    const outcome = await sendItem(one);
    if (outcome === 'over') return 'ended';
    if (outcome === 'later') held.add(one.appointment);
  }
  return held.size > 0 || !recorded ? 'left' : 'sent';
}

/** Sends the queue in order, in one tab at a time. Retries failures. */
export const { sendWaiting, startSending } = createRetryingSender(sendAll);
