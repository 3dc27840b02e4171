import { existsSync, globSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

const codeOf = (pattern: string): [string, string][] =>
  globSync(pattern, { exclude: ['frame/tests/**', 'frame/plugins/*/server/commands/**'] })
    .sort()
    .map((file) => [
      file.replaceAll('\\', '/'),
      readFileSync(file, 'utf8').replace(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm, ''),
    ]);
const server = [
  'server',
  'frame/server',
  'frame/plugins/*/server',
  'features/*/server',
  'examples/plugin-*/server',
].flatMap((folder) => codeOf(`${folder}/**/*.ts`));
const portal = [
  ...codeOf('src/**/*.{ts,tsx}'),
  ...codeOf('frame/!(server|plugins|build|commands|testing|template)/**/*.{ts,tsx}'),
  ...codeOf('{frame/plugins,features}/*/{browser,client}/**/*.{ts,tsx}'),
  ...codeOf('frame/*.{ts,tsx}'),
];
const both = [...server, ...portal];
/** A file of a plug-in, unless the plug-in is left out. */
const ofPart = (file: string) => (existsSync(file) ? [file] : []);
const having = (files: [string, string][], pattern: RegExp) =>
  files.filter(([, code]) => pattern.test(code)).map(([file]) => file);

test('finds the source files', () => {
  expect(server.length).toBeGreaterThan(150);
  expect(portal.length).toBeGreaterThan(150);
});

describe('forbidden code', () => {
  test('starts no process in the server (ASVS 1.2.5)', () => {
    expect(having(server, /child_process|node:cluster/)).toEqual([]);
  });

  test('evaluates no text as code (ASVS 1.3.2)', () => {
    expect(having(both, /\beval\(|new Function\(|node:vm\b|set(Timeout|Interval)\(\s*['"`]/)).toEqual([]);
  });

  test('writes no HTML (ASVS 3.2.2)', () => {
    expect(
      having(portal, /dangerouslySetInnerHTML|\b(inner|outer)HTML\s*=|insertAdjacentHTML|document\.write/),
    ).toEqual([]);
  });

  test('does not prevent pasting passwords (ASVS 6.2.7)', () => {
    expect(having(portal, /onPaste|['"]paste['"]/)).toEqual([]);
  });
});

test('builds patterns from text in one file, which escapes it (ASVS 1.2.9)', () => {
  expect(having(both, /new RegExp\(|\bRegExp\(/)).toEqual(['server/store/patients.ts']);
});

test('listens only to messages of its own worker and windows (ASVS 3.5.5)', () => {
  expect(having(portal, /addEventListener\(\s*'message'|onmessage/)).toEqual([
    'frame/live/shareAmongTabs.ts',
    'frame/worker/sw.ts',
    ...ofPart('features/runSheet/browser/device/offlineQueue.ts'),
    ...ofPart('frame/plugins/push/browser/register.ts'),
  ]);
  expect(having(portal, /(window|globalThis|parent|opener)\.(addEventListener\(\s*'message'|postMessage)/)).toEqual([]);
});

test('contacts other hosts only in these files (ASVS 1.3.6, 13.1.1, 13.2.4)', () => {
  const asks =
    /\bfetch\(|import\('(@aws-sdk|openid-client'|pg'|nodemailer')|from '(pg|nodemailer|undici|node:(https|tls|dns|dgram))'|\b(connect|createConnection)\(\{|from 'node:http'.*\brequest\b/;
  expect(having(server, asks)).toEqual([
    'frame/server/db/postgresDialect.ts',
    'frame/server/db/postgresListener.ts',
    'frame/server/files/bucketStorage.ts',
    'frame/server/mail/mailer.ts',
    ...ofPart('frame/plugins/automations/server/postWebhook.ts'),
    ...ofPart('frame/plugins/oidc/server/oidcClient.ts'),
    ...ofPart('frame/plugins/push/server/fcmClient.ts'),
    ...ofPart('features/plan/server/drivingTimes.ts'),
  ]);
});

test('writes to the console only at the start (ASVS 16.2.3)', () => {
  expect(having(server, /console\.|process\.std(out|err)/)).toEqual(['frame/server/runServer.ts']);
});

test('opens sessions and signs tokens in one place, which asks for further steps before (ASVS 6.3.4)', () => {
  const ways = having(server, /\bopenSession\(|\btokens\.sign\(/);
  expect(ways).toEqual(['frame/server/accounts/sessionRows.ts', 'frame/server/calls/completeSignIn.ts']);
  expect(having(server, /insertInto\('sessions'\)/)).toEqual(['frame/server/accounts/sessionRows.ts']);
});

describe('cryptography', () => {
  const page = readFileSync('docs/security.md', 'utf8');
  const start = page.indexOf('\n## Keys and algorithms');
  const section = page.slice(start, page.indexOf('\n## ', start + 1));

  test('is used only in these files, all named in docs/security.md (ASVS 11.1.2, 11.2.1, 11.2.3)', () => {
    const used = having(
      both,
      /node:crypto|\bsubtle\b|from '(jose|otpauth|@node-rs\/argon2)'|(from |import\()'@simplewebauthn|crypto\.(randomUUID|getRandomValues)/,
    );
    expect(used.length).toBeGreaterThan(20);
    const listed = [...section.matchAll(/`([^`]+\.ts)`/g)].map(([, file]) => file as string);
    expect(listed.flatMap(ofPart).toSorted()).toEqual(used.toSorted());
  });

  test('uses only AES-GCM, SHA-1 for TOTP and MD5 for bucket checksums (ASVS 11.3.1, 11.3.2)', () => {
    const ciphers = both.flatMap(([, code]) => code.match(/['"](aes|des|rc4|chacha20|bf)-[^'"]*['"]/gi) ?? []);
    expect(new Set(ciphers.map((one) => one.toLowerCase().replace(/['"]/g, '')))).toEqual(
      new Set(['aes-256-gcm', 'aes-gcm']),
    );
    expect(having(both, /['"]sha-?1['"]/i)).toEqual(ofPart('frame/plugins/secondFactor/server/totp.ts'));
    expect(having(both, /['"]md[45]['"]/i)).toEqual(['frame/server/files/bucketStorage.ts']);
  });

  test('uses secure randomness except for reconnection delays (ASVS 6.5.3, 11.5.1)', () => {
    expect(having(both, /Math\.random/)).toEqual(['frame/live/eventStream.ts']);
  });
});
