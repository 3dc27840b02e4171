import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import type { Call } from 'portal-frame';
import { PRIVATE_FILES, PRIVATE_FOLDERS } from 'portal-frame/internal/server';
import { rightPayload } from 'portal-frame/testing/helpers';
import { API_ROOT } from 'portal-frame/wire';
import { arbitrariesFor, INSIDES } from '../api/attempts.ts';
import { type CallName, calls } from '../api/servedCalls.ts';
import { type Role, resolved } from '../roles.ts';
import { each, type Row, some, type Tally, tally } from './tally.ts';
import { sent, type Target } from './target.ts';

const PNG = '\x89PNG\r\n\x1a\n';
/** Contents of refused or ambiguous types. */
const CONTENTS: Record<string, string> = {
  page: '<!doctype html><script>alert(1)</script>',
  drawing: '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>',
  program: 'MZ\x90\0program',
  script: '#!/bin/sh\nid\n',
  'half a picture': `${PNG}half`,
  'a picture that is a page': `GIF89a<script>alert(1)</script>`,
  'a picture of gigabytes': `${PNG}\0\0\0\rIHDR\0\x01\0\0\0\x01\0\0\x08\x02\0\0\0`,
  empty: '',
  archive: 'PK\x03\x04\x14\0\0\0',
};
const NAMES = [
  '../../../evil.png',
  '..\\..\\evil.png',
  '/etc/cron.d/evil',
  'evil.php',
  'a.png\0.php',
  'CON.png',
  '<img src=x onerror=alert(1)>.png',
  "'; drop table accounts; --.png",
  'a\r\nset-cookie: a=b.png',
  `${'a'.repeat(5000)}.png`,
  '.htaccess',
  '',
];

const bytes = (text: string) => Uint8Array.from(text, (one) => one.charCodeAt(0));

/** Invalid forms by their error. */
const BOUNDARY = 'b';
const part = (head: string, body = 'x') =>
  `--${BOUNDARY}\r\ncontent-disposition: form-data; ${head}\r\n\r\n${body}\r\n`;
const FORMS: [string, string, string?][] = [
  ['no boundary', part('name="a"'), 'multipart/form-data'],
  ['an empty body', ''],
  ['another boundary', part('name="a"').replaceAll(BOUNDARY, 'c')],
  ['no end', part('name="a"')],
  ['a head without end', `--${BOUNDARY}\r\ncontent-disposition: form-data; name="a"`],
  ['no name', `${part('')}--${BOUNDARY}--\r\n`],
  ['a name of the prototype', `${part('name="__proto__"')}${part('name="constructor"')}--${BOUNDARY}--\r\n`],
  ['a thousand fields', `${part('name="a"').repeat(1000)}--${BOUNDARY}--\r\n`],
  ['a head of 100 kB', `${part(`name="${'a'.repeat(100_000)}"`)}--${BOUNDARY}--\r\n`],
  ['bytes that are no text', `--${BOUNDARY}\r\n\xff\xfe\0\0\r\n--${BOUNDARY}--`],
  ['JSON that calls itself a form', '{"a":1}'],
  ['a boundary of 100 kB', 'x', `multipart/form-data; boundary=${'b'.repeat(10_000)}`],
];

/** Finds files outside the upload folder, and files with unknown names in it. */
function strange({ config: { dataDir } }: Target): string[] {
  const ours = [...PRIVATE_FILES, ...PRIVATE_FOLDERS, 'metrics'];
  const outside = readdirSync(dataDir).filter((name) => !ours.includes(name));
  const kept = readdirSync(join(dataDir, 'uploads'), { recursive: true, withFileTypes: true }).filter((one) =>
    one.isFile(),
  );
  return [
    ...outside,
    ...kept.map(({ name }) => name).filter((name) => !/^[\w-]{16,}\.(png|jpg|webp|pdf|part)$/.test(name)),
  ];
}

async function send(target: Target, row: Tally, call: Call, what: string, files: [string, File][], name: CallName) {
  const role = (call.roles === 'public' ? 'admin' : resolved(call).roles[0]) as Role;
  const [right = {}] = fc.sample(rightPayload(call.body, arbitrariesFor(target, name)), { numRuns: 1, seed: 5 });
  const url = API_ROOT + call.path.replace(/\{\w+\}/, target.belongings[0]?.id ?? '');
  const body = await sent(call, right, files);
  const { code, text } = await target.ask({ method: call.method, url, token: await target.tokenOf(role), ...body });
  row.check(code > 0 && code < 500 && !INSIDES.test(text), () => `${name}, ${what}: ${code} ${text.slice(0, 200)}`);
}

/** Sends false file types and invalid forms to every call with files. */
export async function uploads(target: Target, part: number): Promise<Row> {
  const row = tally('uploads: names, contents, malformed forms');
  const taking = Object.entries(calls as Record<CallName, Call>).filter(([, { files }]) => files);
  await each(
    some(taking, part),
    async ([name, call]) => {
      const good = new Uint8Array((await target.pictures[0]?.arrayBuffer()) ?? []);
      for (const field of Object.keys(call.files ?? {})) {
        for (const [what, content] of Object.entries(CONTENTS)) {
          const file = new File([bytes(content)], 'photo.png', { type: 'image/png' });
          await send(target, row, call, `${field}: ${what}`, [[field, file]], name as CallName);
        }
        for (const called of NAMES)
          await send(
            target,
            row,
            call,
            `${field} called ${called}`,
            [[field, new File([good], called)]],
            name as CallName,
          );
      }
      const role = (call.roles === 'public' ? 'admin' : resolved(call).roles[0]) as Role;
      const token = await target.tokenOf(role);
      for (const [what, payload, type = `multipart/form-data; boundary=${BOUNDARY}`] of FORMS) {
        const url = API_ROOT + call.path.replace(/\{\w+\}/, target.belongings[0]?.id ?? '');
        const headers = { 'content-type': type };
        const { code, text } = await target.ask({ method: call.method, url, token, headers, payload });
        row.check(code >= 400 && code < 500, () => `${name}, ${what}: ${code} ${text.slice(0, 200)}`);
      }
      await target.forgive();
    },
    2,
  );
  const found = strange(target);
  row.check(found.length === 0, () => `files that should not be there: ${found.join(', ')}`);
  return row;
}
