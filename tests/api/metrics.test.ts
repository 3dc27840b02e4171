// On SQLite only: nothing here depends on the database.
import { addToOutbox } from 'portal-frame/server';
import { recordCommandSuccess } from 'portal-frame/server/storage';
import { describe, expect, onTestFinished, test } from 'vitest';
import { serverForAll, startServer } from './harness.ts';
import { VISIT } from './samples.ts';

const METRICS_TOKEN = 'a-token-for-the-metrics';
const server = serverForAll({ METRICS_TOKEN });

const metrics = (authorization?: string, of: Pick<typeof server, 'inject'> = server) =>
  of.inject({ url: '/metrics', ...(authorization && { headers: { authorization } }) });

describe('metrics', () => {
  test('require the token, and do not exist without METRICS_TOKEN (ASVS 13.4.5)', async () => {
    expect((await metrics()).statusCode).toBe(401);
    expect((await metrics('Bearer something else')).statusCode).toBe(401);
    expect((await metrics(`Bearer ${await server.tokenOf('admin')}`)).statusCode).toBe(401);
    expect((await metrics(`Bearer ${METRICS_TOKEN}`)).headers['content-type']).toMatch(/^text\/plain; version=/);
    const without = await startServer();
    expect((await metrics(`Bearer ${METRICS_TOKEN}`, without)).statusCode).toBe(404);
    await without.close();
  });

  test('count requests, waiting mails, streams and database time without personal data', async () => {
    const { data } = await server.as('laboratory', 'laboratoryCreateAppointment', { body: VISIT });
    await server.as('admin', 'adminAppointments', { query: { labortary: VISIT.patientName } });
    await server.inject({ url: `/api/v1/collections/laboratories/${data._id}` });
    await server.inject({ url: '/no/such/page-of-Jane' });
    await server.services.outbox.stop();
    await addToOutbox(server.services.db, 'security', [{ a: 1 }, { a: 2 }], 60_000);
    const text = (await metrics(`Bearer ${METRICS_TOKEN}`)).body;
    expect(text).toMatch(/^portal_requests_total\{method="GET",route="[^"]*appointments[^"]*",code="200"\} 1$/m);
    expect(text).toMatch(/^portal_request_seconds_bucket\{le="\+Inf",method="GET",route="[^"]+"\} \d+$/m);
    expect(text).toContain('portal_outbox_messages{kind="security"} 2');
    expect(text).toContain('portal_outbox_messages{kind="code"} 0');
    expect(text).toMatch(/^portal_streams 0$/m);
    expect(text).toMatch(/^portal_database_up 1$/m);
    expect(text).toMatch(/^nodejs_eventloop_lag_seconds /m);
    expect(text).toMatch(
      /^portal_info\{version="[\d.]+",node="24[^"]*",database="(sqlite|postgres)",schema="frame \d{3}_\w+, (?:\w+ \d{3}_\w+, )*app \d{3}_\w+(?:, \w+ \d{3}_\w+)*"\} 1$/m,
    );
    for (const own of [data._id, VISIT.patientName, 'Jane', 'example.test', ...Object.values(server.ids)])
      expect(text).not.toContain(own);
    await server.services.db.deleteFrom('outbox').execute();
  });
});

describe('first scrape', () => {
  test('shows the current state and the watched commands', async () => {
    const fresh = await startServer({ METRICS_TOKEN });
    onTestFinished(() => fresh.close());
    // Metrics start with the first request.
    await fresh.app.ready();
    await fresh.services.outbox.stop();
    await addToOutbox(fresh.services.db, 'security', [{ a: 1 }], 600_000);
    await fresh.services.db
      .updateTable('outbox')
      .set({ created_at: Date.now() - 90_000 })
      .execute();
    const [ran = '', ...others] = fresh.services.app.watchedCommands ?? [];
    await recordCommandSuccess(fresh.services.db, ran);
    const text = (await metrics(`Bearer ${METRICS_TOKEN}`, fresh)).body;
    const value = (name: string) =>
      Number(
        text
          .split('\n')
          .find((line) => line.startsWith(`${name} `))
          ?.split(' ')[1],
      );
    expect(value('portal_database_up')).toBe(1);
    expect(value('portal_database_answer_seconds')).toBeGreaterThan(0);
    expect(value('portal_outbox_oldest_seconds{kind="security"}')).toBeGreaterThanOrEqual(90);
    expect(value('portal_disk_free_bytes')).toBeGreaterThan(0);
    const succeeded = (command: string) => value(`portal_command_last_success_timestamp_seconds{command="${command}"}`);
    expect(Math.abs(succeeded(ran) - Date.now() / 1000)).toBeLessThan(600);
    expect(others).not.toEqual([]);
    expect(others.map(succeeded)).toEqual(others.map(() => 0));
    await fresh.services.db.deleteFrom('outbox').execute();
  });

  test('uses no counter name for a gauge', async () => {
    const text = (await metrics(`Bearer ${METRICS_TOKEN}`)).body;
    expect(text.match(/^# TYPE \w+_total (?!counter)\w+$/gm)).toBeNull();
    expect(text).toMatch(/^# TYPE portal_requests_total counter$/m);
  });
});
