import { getCallPath } from 'portal-frame/internal';
import { API_ROOT } from 'portal-frame/wire';
import { calls } from '../../src/wire/index.ts';
import { each, type Row, tally } from './tally.ts';
import type { Target } from './target.ts';

const UP = ['../', '..%2f', '%2e%2e/', '%2e%2e%2f', '..%5c', '..\\', '%252e%252e%252f', '....//', '..%c0%af', '..;/'];
const FILES = ['package.json', 'etc/passwd', 'portal.sqlite', 'token-secret', 'server/main.ts'];
const STARTS = [
  '/',
  '/assets/',
  '/uploads/',
  `${API_ROOT}/docs/static/`,
  `${API_ROOT}/feeds/`,
  `${API_ROOT}/collections/`,
];

/** Texts that only files of the server contain. */
const INSIDE = /root:.*:0:0|"devDependencies"|SQLite format 3|DatabaseSync|readConfig/;

const EVIL = 'forged.example';
const FORGED: Record<string, string>[] = [
  { host: EVIL },
  { 'x-forwarded-host': EVIL },
  { 'x-forwarded-host': `${EVIL}:443`, 'x-forwarded-proto': 'https' },
  { 'x-original-url': `${API_ROOT}/admin/get-audit` },
  { 'x-rewrite-url': `${API_ROOT}/admin/get-audit` },
  { forwarded: `host=${EVIL};proto=https` },
  { 'x-http-method-override': 'DELETE' },
];

export async function places(target: Target): Promise<Row> {
  const row = tally('traversal, forged addresses, CORS');
  const { ask } = target;
  const secret = target.config.tokenSecret;
  const paths = STARTS.flatMap((start) => UP.flatMap((up) => FILES.map((file) => start + up.repeat(6) + file)));
  await each(paths, async (url) => {
    const { code, text } = await ask({ method: 'GET', url });
    row.check(code < 500 && !INSIDE.test(text) && !text.includes(secret), () => `${url} answered ${code}`);
  });
  const token = await target.tokenOf('admin');
  for (const url of [
    '/',
    `${API_ROOT}/fhir/Appointment`,
    `${API_ROOT}/fhir/metadata`,
    getCallPath(calls.adminAppointments),
  ])
    for (const headers of FORGED) {
      const { code, text, headers: said } = await ask({ method: 'GET', url, token, headers });
      // The local proxy's forwarded host is trusted; those of others are ignored.
      const names = headers.host !== undefined || headers['x-forwarded-host'] !== undefined;
      const leads = `${text} ${said.location ?? ''}`.includes(EVIL) && !names;
      row.check(code < 500 && !leads, () => `${url} with ${JSON.stringify(headers)} answered ${code}`);
    }
  for (const origin of [`https://${EVIL}`, 'null', 'http://127.0.0.1.forged.example', `file://`])
    for (const method of ['GET', 'OPTIONS']) {
      const asked = {
        origin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization',
      };
      const { headers } = await ask({ method, url: getCallPath(calls.adminAppointments), headers: asked });
      row.check(
        headers['access-control-allow-origin'] === undefined,
        () => `${origin} may read what ${method} answers`,
      );
    }
  return row;
}
