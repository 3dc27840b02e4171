import { getCallPath } from 'portal-frame/internal';
import { API_ROOT } from 'portal-frame/wire';
import { calls } from '../../src/wire/index.ts';
import { VISIT } from '../api/samples.ts';
import { type Row, tally } from './tally.ts';
import { sent, type Target } from './target.ts';

const TEXTS = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "';alert(1)//",
  '</title><svg onload=alert(1)>',
  'javascript:alert(1)',
  '{{constructor.constructor("alert(1)")()}}',
  'Ann\r\nATTENDEE:mailto:x@evil.example',
  'Ann\nEND:VEVENT\nBEGIN:VEVENT',
  'Ann\\nATTACH:https://evil.example/',
  'Ann;X-EVIL=1:x',
  'Ann\u2028ATTACH:https://evil.example/',
  'Ann\u0085ATTACH:https://evil.example/',
];
/** Calendar lines that only injected text could create. */
const INJECTED = /^(ATTENDEE|ATTACH|X-EVIL)/m;

const cspOf = (header: unknown) => String(header ?? '');

/** Sends markup and line breaks, and checks JSON, calendar, FHIR and pages. */
export async function markup(target: Target): Promise<Row> {
  const row = tally('XSS, ICS');
  const { ask, ids } = target;
  const admin = await target.tokenOf('admin');
  const employee = await target.tokenOf('employee');
  const when = new Date(Date.now() + 86_400_000).toISOString();
  for (const text of TEXTS) {
    const values = {
      ...VISIT,
      employeeId: ids.employee,
      appointmentDateTime: when,
      confirmed: true,
      labortary: 'Natera',
    };
    const body = {
      ...values,
      patientName: text,
      address: text,
      specialInstructions: text,
      contactNumber: '+15551234567',
    };
    const made = await ask({
      ...{ method: 'POST', url: getCallPath(calls.adminCreateAppointment), token: admin },
      ...(await sent(calls.adminCreateAppointment, body)),
    });
    row.check(made.code === 200 || made.code === 400, () => `an appointment of ${text}: ${made.code} ${made.text}`);
  }
  const read = [
    getCallPath(calls.adminAppointments),
    `${API_ROOT}/fhir/Appointment`,
    `/${TEXTS[0]}`,
    `${API_ROOT}/${TEXTS[1]}`,
  ];
  for (const url of [...read, `/?a=${TEXTS[1]}`, `/x${encodeURIComponent(TEXTS[3] ?? '')}`]) {
    const { headers, text, code } = await ask({ method: 'GET', url: encodeURI(url), token: admin });
    const type = headers['content-type'] ?? '';
    const isPage = type.startsWith('text/html');
    const held = isPage ? !text.includes('alert(1)') : /json/.test(type);
    row.check(code < 500 && held && headers['x-content-type-options'] === 'nosniff', () => `${url}: ${code} ${type}`);
    const csp = cspOf(headers['content-security-policy']);
    const strict = /script-src[^;]*'self'/.test(csp) && !/script-src[^;]*unsafe/.test(csp);
    row.check(!isPage || strict, () => `${url} may run scripts: ${csp}`);
  }
  const json = { 'content-type': 'application/json' };
  const feed = await ask({
    ...{ method: 'POST', url: `${API_ROOT}/employee/make-feed`, token: employee },
    ...{ headers: json, payload: JSON.stringify({ secretAddress: true }) },
  });
  // A portal without this feature.
  if (feed.code === 404) return row;
  const { path } = (JSON.parse(feed.text) as { data: { path: string } }).data;
  await ask({
    ...{ method: 'POST', url: `${API_ROOT}/employee/change-feed`, token: employee },
    ...{ headers: json, payload: JSON.stringify({ names: true }) },
  });
  const calendar = await ask({ method: 'GET', url: path });
  row.check(
    calendar.code === 200 && calendar.text.includes('alert(1)'),
    () => `the feed lacks the visits: ${calendar.code}`,
  );
  const lines = calendar.text.replace(/\r\n[ \t]/g, '').split(/\r\n|[\r\n\u0085\u2028\u2029]/);
  for (const line of lines) row.check(!INJECTED.test(line), () => `the calendar has the line ${line}`);
  return row;
}
