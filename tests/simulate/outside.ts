import { hash } from 'node:crypto';
import sharp from 'sharp';
import { hasPlugin } from '../api/hasPlugin.ts';
import { ORIGIN } from './openServer.ts';
import type { Person } from './people.ts';
import { receiver } from './receiver.ts';
import { query, readMails } from './stored.ts';
import { forbid, type World } from './world.ts';

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
  if (world.seenPictures.has(pathname)) return;
  world.seenPictures.add(pathname);
  const { statusCode, rawPayload } = await world.server.request({ url: pathname + search, headers });
  const red = statusCode === 200 ? await readRed(rawPayload) : Number.NaN;
  const isTaken = world.model.pictures.some((taken) => taken.visit === visit && Math.abs(taken.red - red) < 5);
  forbid('each picture can be read', !isTaken && `${visit}: ${statusCode}, ${red}`);
}

/** Every patient who was asked got a mail. */
export async function checkMails({ server }: World): Promise<void> {
  if (!hasPlugin('patientLinks')) return;
  const asked = await query<{ email: string }>(
    server,
    `select visit.email from visit_confirmations as asked join appointments as visit on visit.id = asked.appointment_id
     where visit.status = 'Pending' and visit.scheduled_at = asked.scheduled_at`,
  );
  const mails = readMails(server.dataDir).join('\n');
  const without = asked.find(({ email }) => !mails.includes(`To: ${email}`));
  forbid('every message is sent', without && `no mail for ${without.email}`);
}

/** Each laboratory's receiver got each event of its orders and tubes, in order per record, and no other's. */
export async function checkWebhooks({ server }: World): Promise<void> {
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
