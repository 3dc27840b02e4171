import type { Plugin } from 'vite';

/** A fault written into a file on purpose, to see that the simulation finds it. */
interface PlantedFault {
  file: string;
  find: string;
  replace: string;
}

export const PLANTED: Readonly<Record<string, PlantedFault>> = {
  'key of a report ignored': {
    file: 'server/calls/visitReports.ts',
    find: 'report_key: key,',
    replace: 'report_key: key + Date.now(),',
  },
  'Idempotency-Key ignored': {
    file: 'frame/server/http/programs/idempotency.ts',
    find: 'if (key === undefined ||',
    replace: 'if (Date.now() > 0 || key === undefined ||',
  },
  'stale version accepted': {
    file: 'server/calls/dispatch.ts',
    find: 'body.version !== before.version',
    replace: 'Date.now() < 0',
  },
  'overlap not asked about': {
    file: 'server/calls/booking.ts',
    find: 'refuseUntilConfirmed(questions: readonly (Question | undefined)[]): void {',
    replace:
      'refuseUntilConfirmed(questions: readonly (Question | undefined)[]): void {\n  if (Date.now() > 0) return;',
  },
  'role unchecked': {
    file: 'frame/server/http/authenticate.ts',
    find: '!roles.includes(account.role)',
    replace: 'Date.now() < 0',
  },
  'report of a foreign visit accepted': {
    file: 'server/calls/visitReports.ts',
    find: 'if (visit.employee_id !== account.id &&',
    replace: 'if (visit.employee_id === "" &&',
  },
  'phone forgets before the reply': {
    file: 'src/device/offlineSender.ts',
    find: '  await request(visitReportCalls.reportVisit,',
    replace: '  await removeQueued(id);\n  await request(visitReportCalls.reportVisit,',
  },
  'lost reply taken for a refusal': {
    file: 'src/device/offlineSender.ts',
    find: 'code >= 400 && code < 500',
    replace: 'code < 500',
  },
  'newest sent first': {
    file: 'src/device/offlineSender.ts',
    find: 'a.takenAt - b.takenAt',
    replace: 'b.takenAt - a.takenAt',
  },
  'custody step without its predecessor': {
    file: 'src/device/custodyLog.ts',
    find: 'hash: made.hash };',
    replace: 'hash: previous };',
  },
  'custody step lost on the way': {
    file: 'src/device/custodyLog.ts',
    find: 'body: { events } });',
    replace: 'body: { events } }).catch(() => undefined);',
  },
  'local time read as UTC': {
    file: 'frame/server/base/time.ts',
    find: 'const time = DateTime.fromISO(text, { zone });',
    replace: "const time = DateTime.fromISO(text, { zone: 'utc' });",
  },
  'every day has 24 hours': {
    file: 'frame/server/base/time.ts',
    find: 'cachedDayRanges.set(key, range);',
    replace: 'range.to = range.from + 86_400_000;\n  cachedDayRanges.set(key, range);',
  },
  'mail removed before it is sent': {
    file: 'frame/server/outbox/outbox.ts',
    find: '    await kind.send(',
    replace: '    await removeMessage(services.db, id);\n    await kind.send(',
  },
  'mail not tried again': {
    file: 'frame/server/outbox/outbox.ts',
    find: 'return postponeMessage(services.db, id, Math.min(nextAt, row.expires_at), reason);',
    replace: 'return nextAt > 0 ? removeMessage(services.db, id) : undefined;',
  },
  'charge not reversed': {
    file: 'server/money/ledgerRules.ts',
    find: '? [] : reverse(line)',
    replace: '? [] : []',
  },
  'charge written again': {
    file: 'server/money/ledgerRules.ts',
    find: 'missing.delete(toKey(line, 1)) ? []',
    replace: 'missing.has(toKey(line, 1)) ? []',
  },
  'search index not filled': {
    file: 'server/store/wordsSchema.ts',
    find: 'insert into appointment_find (rowid, words) select docid, words from',
    replace: "insert into appointment_find (rowid, words) select docid, '' from",
  },
  'notice forgotten': {
    file: 'server/calls/appointments.ts',
    find: "await notify(trx, publish, services, 'assigned', assigned);",
    replace: '',
  },
  'key of a hand-over ignored': {
    file: 'server/orders/handOver.ts',
    find: 'if (again) return again;',
    replace: '',
  },
  'state not updated by a report': {
    file: 'server/calls/visitReports.ts',
    find: 'const reported = await setVisitState(db, visit);',
    replace: 'const reported = visit;',
  },
  'laboratory sees every visit': {
    file: 'src/resources/appointments.ts',
    find: 'where: { laboratory: me },',
    replace: "where: { status: { in: ['Pending', 'Completed', 'Rejected'] } },",
  },
  'refused webhook taken for received': {
    file: 'frame/server/webhooks/sendWebhook.ts',
    find: 'status >= 200 && status < 300',
    replace: 'status >= 200',
  },
  'webhook sends to everybody': {
    file: 'frame/server/webhooks/sendWebhook.ts',
    find: 'await records(context).findOne(',
    replace: "await records({ ...context, account: { ...context.account, role: 'admin' } } as never).findOne(",
  },
  'wrong count of a tab': {
    file: 'server/calls/appointmentLists.ts',
    find: 'unassigned: { ...pending, employee: null },',
    replace: 'unassigned: pending,',
  },
};

/** Plants the fault of that name while Vite reads its file. */
export function plantFault(name: string | undefined): Plugin {
  const fault = name === undefined ? undefined : PLANTED[name];
  if (name !== undefined && !fault) throw new Error(`There is no planted fault "${name}".`);
  return {
    name: 'planted-fault',
    enforce: 'pre',
    transform(code, id) {
      if (!fault || !id.endsWith(fault.file)) return undefined;
      if (!code.includes(fault.find)) throw new Error(`${fault.file} has no "${fault.find}" any more.`);
      return code.replace(fault.find, fault.replace);
    },
  };
}
