// npm run new:resource -- supplies name:text! quantity:number expiresOn:date laboratory:reference
// writes src/resources/supplies.ts and its test.
import { existsSync, writeFileSync } from 'node:fs';
import { loadResources } from '../server/collections/load.ts';
import { newResource, UsageError } from './lib/newResource.ts';
import { at } from './lib/root.ts';
import { run } from './lib/run.ts';

const [name, ...fields] = process.argv.slice(2);
try {
  const { config, test } = newResource(name, fields, await loadResources());
  const files = { [`src/resources/${name}.ts`]: config, [`tests/api/${name}.test.ts`]: test };
  for (const file of Object.keys(files)) {
    if (existsSync(at(file))) throw new UsageError(`${file} is there already.`);
  }
  for (const [file, content] of Object.entries(files)) writeFileSync(at(file), content);
  await run(
    process.execPath,
    [at('node_modules/@biomejs/biome/bin/biome'), 'check', '--write', ...Object.keys(files)],
    {
      quiet: true,
    },
  );
  await loadResources();
  console.log(`Written: ${Object.keys(files).join(', ')}. Start with npm run dev, and change the file as you like.`);
} catch (cause) {
  if (!(cause instanceof UsageError)) throw cause;
  console.error(cause.message);
  process.exit(1);
}
