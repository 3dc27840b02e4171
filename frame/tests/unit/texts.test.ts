import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { checkTexts } from '../../build/checkTexts.ts';

async function problemsOf(files: Record<string, object>) {
  const app = mkdtempSync(join(tmpdir(), 'texts-'));
  mkdirSync(join(app, 'src/i18n'), { recursive: true });
  for (const [name, texts] of Object.entries(files))
    writeFileSync(join(app, 'src/i18n', `${name}.ts`), `export default ${JSON.stringify(texts)};`);
  try {
    return await checkTexts(app);
  } finally {
    rmSync(app, { recursive: true });
  }
}

const en = { shop: { open: 'Open until %{hour}', closed: 'Closed' } };

test('refuses a language with missing or additional texts of the app', async () => {
  const es = { shop: { open: 'Abierto hasta %{time}', shut: 'Cerrado' } };
  expect((await problemsOf({ en, es })).errors).toEqual([
    'src/i18n/es.ts: texts of src/i18n/en.ts are missing: shop.closed.',
    'src/i18n/es.ts: English has no texts with these keys: shop.shut.',
    'src/i18n/es.ts: texts have other %{names} than in English: shop.open.',
  ]);
});

test('lists the texts of a new language that are still English', async () => {
  const nl = { shop: { open: 'Open tot %{hour}', closed: 'Gesloten' }, form: { save: 'Opslaan' }, ra: { page: {} } };
  const { errors, warnings } = await problemsOf({ en, nl });
  expect(errors).toEqual([]);
  expect(warnings).toEqual([
    expect.stringMatching(
      /^src\/i18n\/nl\.ts: \d{3,} of the frame's texts are missing and shown in English: .*more\.$/,
    ),
  ]);
  expect(warnings[0]).not.toContain('form.save');
});

test('needs only the app’s texts for a language of the frame', async () => {
  const es = { shop: { open: 'Abierto hasta %{hour}', closed: 'Cerrado' } };
  expect(await problemsOf({ en, es })).toEqual({ errors: [], warnings: [] });
});
