// npm run sbom [-- <file>]: writes a CycloneDX list of all packages from package-lock.json.
// Fails for an unknown or forbidden licence. `--production` omits packages of tests and builds.
import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { run } from '../frame/build/run.ts';
import { completeComponents, findLicenceErrors, getLicence, type Sbom } from './lib/licences.ts';

const words = process.argv.slice(2);
const file = resolve(words.find((word) => !word.startsWith('--')) ?? 'sbom.cdx.json');
const options = ['--sbom-format', 'cyclonedx', '--package-lock-only', '--loglevel=silent'];
const omit = words.includes('--production') ? ['--omit=dev'] : [];
const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
const { code, output } = await run(npm, ['sbom', ...options, ...omit], { quiet: true });
if (code !== 0) {
  console.error(`npm sbom could not be run (it takes npm 10 or newer): ${output.trim()}`);
  process.exit(1);
}
const sbom = JSON.parse(output) as Sbom;
completeComponents(sbom);
const { components } = sbom;
writeFileSync(file, JSON.stringify(sbom, null, 2));
const tally = Object.entries(Object.groupBy(components, (one) => getLicence(one) ?? 'unknown'));
for (const [licence, all] of tally.toSorted(([, a], [, b]) => (b?.length ?? 0) - (a?.length ?? 0)))
  console.log(`${String(all?.length).padStart(5)}  ${licence}`);
const errors = findLicenceErrors(components);
for (const error of errors) console.error(error);
console.log(`${components.length} packages: ${file}`);
process.exitCode = errors.length > 0 ? 1 : 0;
