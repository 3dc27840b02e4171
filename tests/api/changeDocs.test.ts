import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type AnyResource, choice, type Fields, number, text } from 'portal-frame';
import { toCollectionDb } from 'portal-frame/internal/records';
import { findOrphans, formatOrphans, formatPlan, formatUndo, type UndoResult } from 'portal-frame/internal/server';
import { resourceOf } from 'portal-frame/testing/helpers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import trimmedNotes from '../fixtures/trimmedNotes.ts';
import { type Changing, changing } from './changing.ts';

const PAGE = join(import.meta.dirname, '..', '..', 'docs', 'changing-a-resource.md');
let db: Changing;
beforeAll(async () => {
  db = await changing();
});
afterAll(() => db.close());

const supplies = (fields: object, more: object = {}) => resourceOf('supplies', fields as Fields, more);
const item = text({ required: true });

/** Returns the output of `npm run plan`. */
async function planned(config: AnyResource): Promise<string> {
  const plan = await db.plan(config);
  const orphans = await findOrphans(toCollectionDb(db.store.db), plan.before, plan.tables);
  return [formatPlan(plan), ...formatOrphans(orphans)].join('\n');
}

test('docs/changing-a-resource.md shows what the commands print', async () => {
  const before = supplies({
    item,
    quantity: number(),
    state: choice({ choices: ['In stock', 'Ordered'] }),
    note: text(),
  });
  await db.start(before);
  for (const [index, state] of ['In stock', 'Ordered', 'Ordered'].entries())
    await db.add(
      'supplies',
      { item: `Item ${index}`, quantity: index, state, note: index === 1 ? 'fragile' : null },
      `65f0c1d2e3a4b5c6d7e8f90${index}`,
    );
  const outputs: Record<string, string> = {};
  const shelf = text({ required: true, default: 'A1' });
  const fields = { item, count: number({ renamedFrom: 'quantity' }), shelf };
  outputs.refused = await planned(supplies({ ...fields, state: choice({ choices: ['In stock'] }) }));
  const after = supplies(
    { ...fields, state: choice({ choices: ['In stock'], convert: { Ordered: 'In stock' } }) },
    { dropped: ['note'] },
  );
  outputs.allowed = await planned(after);
  await db.start(after);
  outputs.orphans = await planned(after);
  outputs.undone = formatUndo((await db.undo()) as UndoResult, { refused: false });
  const page = readFileSync(PAGE, 'utf8');
  for (const [name, output] of Object.entries(outputs))
    expect(page).toContain(`<!-- output: ${name} -->\n\`\`\`text\n${output}\n\`\`\``);
});

test('runs a custom step in its order', async () => {
  await db.wipe();
  const fields = { item, note: text() };
  await db.start(supplies(fields), resourceOf('cabinets', { item } as Fields));
  await db.add('supplies', { item: 'Gauze', note: '  on the left ' });
  await db.add('cabinets', { item: 'A' });
  await expect(db.start(supplies(fields))).rejects.toThrow("dropped: ['cabinets'] in a file of server/changes");
  db.changes = [{ ...trimmedNotes, name: 'trimmedNotes' }];
  await db.start(supplies(fields));
  expect(await db.read('supplies')).toMatchObject([{ item: 'Gauze', note: 'on the left' }]);
});
