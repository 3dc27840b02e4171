import { hasPlugin } from '../api/hasPlugin.ts';
import { type Phone, type QueuedItem, use } from './phone.ts';
import { receiver } from './receiver.ts';
import { findDifference, query } from './stored.ts';
import { forbid, type World } from './world.ts';

interface ReportRow {
  appointment_id: string;
  kind: string;
  note: string;
}

/** Once everything has arrived: what the phone was told is on the server, once, or the phone shows its refusal. */
export async function checkPhone(world: World, phone: Phone): Promise<void> {
  const { server, model } = world;
  const { person } = phone;
  const [{ photos, reports: taps, featureItems }, head] = await use(world, phone, async ({ runSheet, device }) => [
    await runSheet.loadQueue(),
    await (await device.getVault()).get<{ device: string; seq: number }>('custodyHead'),
  ]);
  const isRefused = (one: { refused?: unknown }) => one.refused !== undefined;
  const waiting = [...photos, ...taps, ...featureItems].filter((one) => !isRefused(one)).length;
  forbid('everything drains', waiting > 0 && `${person} still has ${waiting} to send`);
  const reports = await query<ReportRow>(
    server,
    `select * from visit_reports where account_id = '${server.ids[person]}'`,
  );
  checkRefusals(world, phone, featureItems.filter(isRefused), reports);
  const toKey = (visit: string, kind: string, label?: string) => `${visit} ${kind} ${kind === 'tube' ? label : ''}`;
  const known = model.taps.filter((tap) => tap.phone === person);
  const differs = findDifference(
    known.map(({ visit, kind, label }) => toKey(visit, kind, label)),
    [
      ...reports.map(({ appointment_id, kind, note }) => toKey(appointment_id, kind, note)),
      ...taps.filter(isRefused).map(({ appointment, report }) => toKey(appointment, report.kind, report.label)),
    ],
  );
  forbid('no tap is lost or doubled', differs && `${person}: ${differs}`);
  await checkPushes(world, phone);
  const rows = await query<{ id: string }>(server, 'select id from appointments where tracking_image is not null');
  const having = [...photos.filter(isRefused).map(({ appointment }) => appointment), ...rows.map(({ id }) => id)];
  const lost = model.pictures.find((taken) => taken.phone === person && !having.includes(taken.visit));
  forbid('no picture is lost', lost && `${person}: ${lost.visit}`);
  if (!hasPlugin('custody')) return;
  const { device = '', seq: made = 0 } = head?.data ?? {};
  const [step] = await query<{ seq: number | null }>(
    server,
    `select max(seq) as seq from custody_events where device = '${device}'`,
  );
  const arrived = Number(step?.seq ?? 0);
  forbid('no step of custody is lost', arrived !== made && `${person}: ${arrived} of ${made}`);
}

/** A hand-over of tubes that arrived, at visits that are still the person's, has no reason to be refused. */
function checkRefusals(
  { server, model }: World,
  { person }: Phone,
  refused: readonly QueuedItem[],
  reports: readonly ReportRow[],
): void {
  const isOwn = (visit: string) =>
    model.visits.some(({ id, employee, wasTaken }) => id === visit && employee === server.ids[person] && !wasTaken);
  const hasArrived = (label: string) =>
    reports.some(({ kind, note, appointment_id }) => kind === 'tube' && note === label && isOwn(appointment_id));
  const wrong = refused.find((one) => {
    const { labels } = one as { labels?: readonly string[] };
    return labels?.every(hasArrived);
  });
  forbid('nothing is refused without a reason', wrong && `${person}: ${wrong.refused}`);
}

/** The phone got a push message for each notice of a visit since it registered. */
async function checkPushes({ server }: World, { person, pushToken, registeredAt }: Phone): Promise<void> {
  if (receiver.gone.has(pushToken) || !server.config().filesUrl) return;
  const notices = await query(
    server,
    `select id from notifications where appointment_id is not null and account_id = '${server.ids[person]}'
     and created_at > ${registeredAt}`,
  );
  const arrived = receiver.pushed.filter((token) => token === pushToken).length;
  const counts = `${arrived} of ${notices.length} push messages to ${person}`;
  forbid('every message is sent', arrived < notices.length && counts);
}
