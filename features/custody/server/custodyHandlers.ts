import { type CallHandlers, notFound, transact } from 'portal-frame/server';
import { consumeQuota, findAccountNames } from 'portal-frame/server/accounts';
import { findRow, toRecordValues } from 'portal-frame/server/database';
import { ownerOf } from '../../../server/calls/appointmentWire.ts';
import { appointmentById } from '../../../server/store/appointments.ts';
import { findOrderCollections } from '../../orders/server/orderCollections.ts';
import { findTubesByLabel, findTubesInHand, findVisitId } from '../../orders/server/tubeRows.ts';
import { type CustodyEvent, type custodyCalls, MAX_CUSTODY_EVENTS } from '../wire/custodyApi.ts';
import { isRecordedByPhone, savePhoneEvents } from './appendCustody.ts';
import { closeScan, findGivenTimes, handOverTubes } from './handOver.ts';
import { findTubeCustody } from './verifyCustody.ts';

export const custodyHandlers = {
  async addCustodyEvents({ body, account, note }, services) {
    const places = findOrderCollections(services);
    if (!places) throw notFound();
    await consumeQuota(services.db, account.id, 'appended', body.events.length);
    const kept = await transact(services, async (db) => {
      const isOwn = async ({ code, label, visit }: CustodyEvent): Promise<boolean> => {
        const [tube] = label ? await findTubesByLabel(db, places, [label]) : [];
        if (code === 'S41')
          return tube ? tube.employee === account.id : isRecordedByPhone(db, { code: 'S39', label, by: account.id });
        const mine = (await appointmentById(db, visit, ownerOf(account))) !== undefined;
        return mine && (!tube || tube.visit === visit);
      };
      const count = await savePhoneEvents(db, services, account.id, body.events.slice(0, MAX_CUSTODY_EVENTS), isOwn);
      await note(db);
      return count;
    });
    return { data: { kept } };
  },

  async handOverTubes(calling, services) {
    const { key, laboratory, labels, madeAt } = calling.body;
    const now = Date.now();
    // The phone's clock may run ahead.
    const at = Math.min(now, madeAt ? Date.parse(madeAt) : now);
    const { id, taken, left } = await handOverTubes({ ...calling, services }, { key, laboratory, labels, at });
    return { message: 'toasts.handedOver', data: { _id: id, taken, left } };
  },

  async tubesInHand({ account }, services) {
    const places = findOrderCollections(services);
    const tubes = places ? await findTubesInHand(services.db, places, account.id) : [];
    const byLaboratory = Map.groupBy(tubes, ({ laboratory }) => laboratory);
    const data = [...byLaboratory].map(([laboratory, some]) => ({
      laboratory,
      name: some[0]?.name ?? '',
      labels: some.map(({ label }) => label),
    }));
    return { data };
  },

  async closeHandOver(calling, services) {
    const found = await closeScan({ ...calling, services }, calling.params.id, calling.body.labels);
    return { message: 'toasts.handOverClosed', data: found };
  },

  async tubeCustody({ params, account }, services) {
    const places = findOrderCollections(services);
    const db = services.db;
    const row = places && (await findRow({ services, collection: places.drawnTubes, account }, params.id));
    if (!places || !row) throw notFound();
    const { label, testOrder, drawnBy, drawnAt } = toRecordValues(places.drawnTubes, row);
    const at = Date.parse(String(drawnAt));
    const given = await findGivenTimes(services, params.id);
    const drawn = { visit: await findVisitId(db, services, String(testOrder)), by: String(drawnBy), at, given };
    const steps = await findTubeCustody(services.db, String(label), drawn);
    const isAdmin = account.role === 'admin';
    // Invalid steps are shown only to admins.
    const visible = isAdmin ? steps : steps.filter(({ standing }) => standing === 'own');
    const people = visible.map(({ account_id }) => account_id);
    const names = await findAccountNames(services.db, people);
    const data = visible.map(({ code, account_id, device, seq, made_at, received_at, findings }) => ({
      code: code as 'S39',
      by: names.get(account_id) ?? '',
      device,
      seq,
      madeAt: made_at,
      receivedAt: new Date(received_at).toISOString(),
      findings: isAdmin ? findings : [],
    }));
    return { data };
  },
} satisfies CallHandlers<typeof custodyCalls>;
