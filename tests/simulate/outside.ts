import { hash } from 'node:crypto';
import sharp from 'sharp';
import type { Queue } from '../../src/device/offlineQueue.ts';
import { ORIGIN } from './openServer.ts';
import type { Person } from './people.ts';
import { type Phone, use } from './phone.ts';
import { receiver } from './receiver.ts';
import { query, readMails } from './stored.ts';
import { forbid, type World } from './world.ts';

/** Messages, events, pictures and steps of custody have arrived. */
export async function checkOutside(world: World): Promise<void> {
  await checkMessages(world);
  await checkWebhooks(world);
  for (const phone of world.phones) {
    const [shown, head] = await use(world, phone, async ({ queue, device }) => [
      await queue.loadQueue(),
      await (await device.getVault()).get<{ device: string; seq: number }>('custodyHead'),
    ]);
    await checkPushes(world, phone);
    await checkPictures(world, phone, shown);
    await checkSteps(world, phone, head?.data);
  }
}

const knownReds = new Map<string, number>();
/** Share of red of a picture. */
async function readRed(picture: Buffer): Promise<number> {
  const key = hash('sha256', picture);
  const red = knownReds.get(key) ?? (await sharp(picture).stats()).channels[0]?.mean ?? Number.NaN;
  knownReds.set(key, red);
  return red;
}

/** The picture of a visit is one that was taken there. */
export async function checkPicture(world: World, visit: string, link: string): Promise<void> {
  const headers = { authorization: `Bearer ${world.tokens.get('Dana')}` };
  const { pathname, search } = new URL(link, ORIGIN);
  const { statusCode, rawPayload } = await world.server.request({ url: pathname + search, headers });
  const red = statusCode === 200 ? await readRed(rawPayload) : Number.NaN;
  const isTaken = world.model.pictures.some((taken) => taken.visit === visit && Math.abs(taken.red - red) < 5);
  forbid('each picture can be read', !isTaken && `${visit}: ${statusCode}, ${red}`);
}

/** The visit of each picture has one, unless the phone shows its refusal. */
async function checkPictures({ server, model }: World, phone: Phone, shown: Queue): Promise<void> {
  const refused = shown.photos.filter((photo) => photo.refused !== undefined).map(({ appointment }) => appointment);
  const rows = await query<{ id: string }>(server, 'select id from appointments where tracking_image is not null');
  const having = new Set([...refused, ...rows.map(({ id }) => id)]);
  const lost = model.pictures.find((taken) => taken.phone === phone.person && !having.has(taken.visit));
  forbid('no picture is lost', lost && `${lost.phone}: ${lost.visit}`);
}

/** The phone got a push message for each notice of a visit since it registered. */
async function checkPushes({ server }: World, { person, pushToken, registeredAt }: Phone): Promise<void> {
  if (receiver.gone.has(pushToken) || !server.config().firebase.FIREBASE_PROJECT_ID) return;
  const notices = await query(
    server,
    `select id from notifications where appointment_id is not null and account_id = '${server.ids[person]}'
     and created_at > ${registeredAt}`,
  );
  const arrived = receiver.pushed.filter((token) => token === pushToken).length;
  const counts = `${arrived} of ${notices.length} push messages to ${person}`;
  forbid('every message is sent', arrived < notices.length && counts);
}

/** The server has all steps of custody that the phone recorded. */
async function checkSteps({ server }: World, phone: Phone, head?: { device: string; seq: number }): Promise<void> {
  const rows = await query<{ seq: number }>(
    server,
    `select max(seq) as seq from custody_events where device = '${head?.device ?? ''}'`,
  );
  const [arrived, made] = [Number(rows[0]?.seq ?? 0), head?.seq ?? 0];
  forbid('no step of custody is lost', arrived !== made && `${phone.person}: ${arrived} of ${made}`);
}

/** All messages are sent: patients who were asked got a mail, employees a notice of their visits. */
async function checkMessages({ server }: World): Promise<void> {
  const left = await query<{ kind: string; last_error: string | null }>(server, 'select kind, last_error from outbox');
  forbid('every message is sent', left.length > 0 && JSON.stringify(left));
  const asked = await query<{ email: string }>(
    server,
    `select visit.email from visit_confirmations as asked join appointments as visit on visit.id = asked.appointment_id
     where visit.status = 'Pending' and visit.scheduled_at = asked.scheduled_at`,
  );
  const mails = readMails(server.dataDir).join('\n');
  const without = asked.find(({ email }) => !mails.includes(`To: ${email}`));
  forbid('every message is sent', without && `no mail for ${without.email}`);
  const [silent] = await query<{ name: string }>(
    server,
    `select patient_name as name from appointments as visit where employee_id is not null and not exists (
       select 1 from notifications where appointment_id = visit.id and account_id = visit.employee_id)`,
  );
  forbid('every message is sent', silent && `no notice of ${silent.name}`);
}

/** Each laboratory's receiver got each event of its orders and tubes, in order per record, and no other's. */
async function checkWebhooks({ server }: World): Promise<void> {
  const rows = await query<{ id: string; record: string; webhook: string; state: string }>(
    server,
    `select id, record_id as record, webhook_id as webhook, state, tries, last_error from event_deliveries
     where webhook_id is not null order by seq`,
  );
  const arrived = receiver.events.map(({ id }) => id);
  for (const [key, events] of Map.groupBy(rows, ({ webhook, record }) => `${webhook} ${record}`)) {
    const sent = events.filter(({ state }) => state !== 'skipped').map(({ id }) => arrived.indexOf(id));
    forbid('every event is sent', sent.includes(-1) && JSON.stringify(events));
    forbid('events of a record are sent in order', sent.some((at, index) => at < (sent[index - 1] ?? 0)) && key);
  }
  const owned = await query<{ id: string; owner: string }>(
    server,
    `select testOrder.id, laboratory_id as owner from appointments as visit
     join "c_testOrders" as testOrder on testOrder.text_appointment = visit.id
     union select tube.id, laboratory_id from appointments as visit
     join "c_testOrders" as testOrder on testOrder.text_appointment = visit.id
     join "c_drawnTubes" as tube on tube."text_testOrder" = testOrder.id`,
  );
  const ownerOf = new Map(owned.map(({ id, owner }) => [id, owner]));
  const foreign = receiver.events.find(
    ({ laboratory, record }) => ownerOf.get(String(record.id)) !== server.ids[laboratory as Person],
  );
  forbid('no laboratory is sent what is another’s', foreign?.laboratory);
  const told = new Set(rows.filter(({ state }) => state === 'sent').map(({ record }) => record));
  forbid('every event is sent', owned.some(({ id }) => !told.has(id)) && 'of an order or tube');
}
