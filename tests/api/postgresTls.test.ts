import { execFileSync } from 'node:child_process';
import { chownSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { openStore } from 'portal-frame/internal/server';
import { type Postgres, startOwnPostgres } from 'portal-frame/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import app from '../../server/app.ts';

describe.runIf(process.env.TEST_DATABASE_URL)('PostgreSQL over TLS', () => {
  let folder: string;
  const openssl = (command: string) => execFileSync('openssl', command.split(' '), { cwd: folder, stdio: 'ignore' });
  const authority = (name: string) =>
    openssl(`req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=${name} -keyout ${name}.key -out ${name}.crt`);
  let postgres: Postgres;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'portal-tls-'));
    authority('ours');
    authority('other');
    openssl(
      'req -newkey rsa:2048 -nodes -subj /CN=localhost -addext subjectAltName=DNS:localhost -keyout db.key -out db.csr',
    );
    openssl('x509 -req -in db.csr -CA ours.crt -CAkey ours.key -days 2 -copy_extensions copy -out db.crt');
    postgres = await startOwnPostgres((data, user) => {
      const put = (name: string, text: string | Buffer) => {
        writeFileSync(join(data, name), text, { mode: 0o600 });
        if (user) chownSync(join(data, name), user.uid, user.gid);
      };
      for (const name of ['db.key', 'db.crt']) put(name, readFileSync(join(folder, name)));
      // The readiness check uses another database without TLS.
      put('pg_hba.conf', 'hostnossl postgres postgres 127.0.0.1/32 trust\nhostssl all all all trust\n');
      return { listen_addresses: 'localhost', ssl: 'on', ssl_cert_file: 'db.crt', ssl_key_file: 'db.key' };
    });
  });
  afterAll(() => {
    postgres?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const open = (host: string, query: string) => {
    const url = new URL(`${postgres.url.replace('127.0.0.1', host)}`);
    url.pathname = '/template1';
    return openStore({ app, dataDir: folder, databaseUrl: `${url.href}?${query}` });
  };

  test('accepts a server certificate of the configured authority', async () => {
    const store = await open('localhost', `sslmode=verify-full&sslrootcert=${folder}/ours.crt`);
    const { rows } = await sql`select ssl from pg_stat_ssl where pid = pg_backend_pid()`.execute(store.db);
    expect(rows).toEqual([{ ssl: true }]);
    await store.close();
  });

  test.each([
    [
      'of another authority',
      'localhost',
      () => `sslmode=verify-full&sslrootcert=${folder}/other.crt`,
      /unable to verify|self.signed/,
    ],
    [
      'of another host name',
      '127.0.0.1',
      () => `sslmode=verify-full&sslrootcert=${folder}/ours.crt`,
      /does not match certificate/,
    ],
    ['that nobody asked for', 'localhost', () => 'sslmode=disable', /no encryption/],
  ])('refuses a certificate %s', async (_what, host, query, words) => {
    await expect(open(host, query())).rejects.toThrow(words);
  });
});
