import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { findFreePort } from 'portal-frame/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fromRoot } from '../../scripts/lib/root.ts';

/** A server whose health is said by a file of its release, and whose plan and backup leave a trace. */
const SERVER = `const { createServer } = require('node:http');
const { readFileSync } = require('node:fs');
const health = Number(readFileSync('health', 'utf8'));
createServer((_, reply) => reply.writeHead(health).end(readFileSync('version'))).listen(process.env.PORT, '127.0.0.1');`;
const RESTART = `cd "$PORTAL_ROOT"
old=$(cat pid 2>/dev/null || true)
[ -z "$old" ] || { kill "$old"; while kill -0 "$old" 2>/dev/null; do sleep 0.05; done; }
(cd current && exec node server.cjs >/dev/null 2>&1 9>&-) & echo $! >pid`;

let root: string;
let origin: string;
let port: number;
beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'release-'));
  origin = join(root, 'origin');
  mkdirSync(origin);
  port = await findFreePort();
  git('init', '--quiet', '--initial-branch=main');
  const scripts = { plan: 'exit $(cat plan)', backup: 'node -e "require(\'fs\').mkdirSync(process.argv[1])"' };
  writeFileSync(join(origin, 'package.json'), JSON.stringify({ scripts }));
  writeFileSync(join(origin, 'server.cjs'), SERVER);
  commit('1');
  execFileSync('git', ['clone', '--quiet', origin, join(root, 'repository')]);
});
afterAll(() => {
  spawnSync('sh', ['-c', 'kill "$(cat pid)"'], { cwd: root });
  rmSync(root, { recursive: true, force: true });
});

function git(...words: string[]): string {
  const name = ['-c', 'user.name=Test', '-c', 'user.email=test@example.test'];
  return execFileSync('git', ['-C', origin, ...name, ...words], { encoding: 'utf8' }).trim();
}

function commit(version: string, { health = 200, plan = 0 } = {}): string {
  for (const [name, text] of Object.entries({ version, health, plan })) writeFileSync(join(origin, name), String(text));
  git('add', '-A');
  git('commit', '--quiet', '-m', version);
  return git('rev-parse', 'HEAD');
}

function release(env: Record<string, string> = {}) {
  const url = `http://127.0.0.1:${port}`;
  const own = {
    PORTAL_ROOT: root,
    PORTAL_HEALTH: url,
    PORTAL_RESTART: RESTART,
    PORTAL_BUILD: 'true',
    PORTAL_KEEP: '2',
  };
  const { status, stderr, stdout } = spawnSync(fromRoot('deploy/release.sh'), ['main'], {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, ...own, PORTAL_SECONDS: '4', PORTAL_SETTINGS: '', PORT: String(port), ...env },
  });
  return { code: status, said: stdout + stderr };
}
const current = () => basename(readlinkSync(join(root, 'current')));
const served = async () => (await fetch(`http://127.0.0.1:${port}`, { headers: { connection: 'close' } })).text();
const backups = () => readdirSync(join(root, 'backups')).length;

test('switches to a healthy release, and back from an unhealthy one', async () => {
  const first = git('rev-parse', 'HEAD');
  expect(release()).toEqual({ code: 0, said: `${first} is in service.\n` });
  expect([current(), await served()]).toEqual([first, '1']);
  expect(release()).toMatchObject({ code: 0, said: `${first} is in service already.\n` });

  const second = commit('2');
  expect(release().code).toBe(0);
  expect([current(), await served(), backups()]).toEqual([second, '2', 1]);

  commit('3', { health: 503 });
  const back = release();
  expect(back.code).toBe(1);
  expect(back.said).toContain('The former release is in service again.');
  expect([current(), await served()]).toEqual([second, '2']);

  commit('4', { plan: 3 });
  expect(release()).toMatchObject({ code: 1, said: expect.stringContaining('would be refused') });
  expect(release({ PORTAL_BUILD: 'false' })).toMatchObject({ code: 1 });
  expect([current(), await served(), backups()]).toEqual([second, '2', 2]);

  commit('5');
  expect(release({ PORTAL_BUILD: 'false' }).said).toContain('could not be built. Nothing was changed.');
  expect(current()).toBe(second);
  const last = git('rev-parse', 'HEAD');
  expect(release().code).toBe(0);
  expect([current(), await served()]).toEqual([last, '5']);
  const kept = readdirSync(join(root, 'releases'));
  expect(kept).toEqual(expect.arrayContaining([second, last]));
  expect(kept).not.toContain(first);
  expect(readFileSync(join(root, 'releases', last, 'version'), 'utf8')).toBe('5');
}, 120_000);
