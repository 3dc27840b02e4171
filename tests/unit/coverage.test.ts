import { existsSync, globSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { findTestedRequirements, updateCoverage } from '../../scripts/lib/testedRequirements.ts';

/** Tests name the requirements that they hold, and `npm run docs` lists their files in docs/spec-coverage.md. */
const PAGE = 'docs/spec-coverage.md';
const rows = readFileSync(PAGE, 'utf8')
  .split('\n')
  .filter((line) => /^\| \d+\.\d+ \|/.test(line))
  .map((line) => line.split(' | '));
const FILE = /`((?:frame|src|server|features|tests|public|docs|scripts)\/[^`]*)`/g;
const filesIn = (text: string) => [...text.matchAll(FILE)].map(([, file]) => file as string);

test('has a number, a statement, a place and a test in every row', () => {
  expect(rows.length).toBeGreaterThan(100);
  const numbers = rows.map(([number]) => number);
  expect(new Set(numbers).size).toBe(numbers.length);
  expect(rows.filter((cells) => cells.length !== 4).map(([number]) => number)).toEqual([]);
  const bare = rows.filter(([, , place = '', held = '']) => !filesIn(place)[0] || !filesIn(held)[0]);
  expect(bare.map(([number]) => number)).toEqual([]);
  expect(rows.flatMap(([, , place = '']) => filesIn(place)).filter((file) => !existsSync(file))).toEqual([]);
});

test.each(globSync(['README.md', 'docs/*.md']))('names only existing tests in %s', (page) => {
  const files =
    readFileSync(page, 'utf8').match(
      /\b(?:(?:frame\/)?(?:plugins\/\w+\/)?|features\/\w+\/)tests\/[\w./-]+\.test\.tsx?\b/g,
    ) ?? [];
  // The tutorial names the test that its command writes.
  const others = files.filter((file) => file !== 'tests/api/supplies.test.ts');
  expect(others.filter((file) => !existsSync(file))).toEqual([]);
});

test('lists the test files of each statement; `npm run docs` updates them', () => {
  const page = readFileSync(PAGE, 'utf8');
  expect(page).toBe(updateCoverage(page));
});

test('finds every requirement that a test names on the two pages', () => {
  const pages = { spec: readFileSync(PAGE, 'utf8'), ASVS: readFileSync('docs/asvs.md', 'utf8') };
  const unknown = [...findTestedRequirements().keys()].filter((mark) => {
    const [source, id] = mark.split(' ');
    return !pages[source as keyof typeof pages].includes(`\n| ${id} |`);
  });
  expect(unknown).toEqual([]);
});

describe('docs/asvs.md', () => {
  /** Number of requirements of levels 1 and 2 in each section of ASVS 5.0.0. */
  const SECTIONS: Record<string, number> = {
    ...{ '1.1': 2, '1.2': 9, '1.3': 11, '1.4': 3, '1.5': 2, '2.1': 3, '2.2': 3, '2.3': 4, '2.4': 1 },
    ...{ '3.2': 2, '3.3': 4, '3.4': 6, '3.5': 5, '3.7': 2, '4.1': 3, '4.2': 1, '4.3': 2, '4.4': 4 },
    ...{ '5.1': 1, '5.2': 3, '5.3': 2, '5.4': 3, '6.1': 3, '6.2': 12, '6.3': 4 },
    ...{ '6.4': 4, '6.5': 5, '6.6': 3, '6.8': 4 },
    ...{ '7.1': 3, '7.2': 4, '7.3': 2, '7.4': 5, '7.5': 2, '7.6': 2, '8.1': 2, '8.2': 3, '8.3': 1, '8.4': 1 },
    ...{ '9.1': 3, '9.2': 4, '10.1': 2, '10.2': 2, '10.3': 4, '10.4': 11, '10.5': 5, '10.6': 2, '10.7': 3 },
    ...{ '11.1': 2, '11.2': 3, '11.3': 3, '11.4': 4, '11.5': 1, '11.6': 1, '12.1': 3, '12.2': 2, '12.3': 4 },
    ...{ '13.1': 1, '13.2': 5, '13.3': 2, '13.4': 5, '14.1': 2, '14.2': 4, '14.3': 3, '15.1': 3, '15.2': 3, '15.3': 7 },
    ...{ '16.1': 1, '16.2': 5, '16.3': 4, '16.4': 3, '16.5': 3, '17.1': 1, '17.2': 4, '17.3': 2 },
  };
  const points = readFileSync('docs/asvs.md', 'utf8')
    .split('\n')
    .filter((line) => /^\| \d/.test(line))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );

  test('lists each requirement of levels 1 and 2 once: 70 and 183', () => {
    const asked = Object.entries(SECTIONS).flatMap(([section, count]) =>
      Array.from({ length: count }, (_, index) => `${section}.${index + 1}`),
    );
    expect(points.map(([number]) => number).toSorted()).toEqual(asked.toSorted());
    expect(points.filter(([, level]) => level === '1')).toHaveLength(70);
    expect(points.filter(([, level]) => level === '2')).toHaveLength(183);
  });

  test('names a test or page for each met requirement, and a reason for the others', () => {
    const states = ['met', 'the operator', 'does not apply', 'not met'];
    const bare = points.filter(([, , , state = '', how = '', held = '']) =>
      state === 'met' ? filesIn(held).length === 0 : !states.includes(state) || how === '',
    );
    expect(bare.map(([number]) => number)).toEqual([]);
    const open = points.filter(([, , , state]) => state === 'not met').map(([number]) => number);
    expect(readFileSync('docs/security.md', 'utf8')).toContain(`\nNot met: ${open.join(', ')};`);
  });

  test('names existing files and quotes their text', () => {
    const files = points.flatMap((cells) => cells.flatMap(filesIn));
    expect(files.length).toBeGreaterThan(150);
    expect(files.filter((file) => !existsSync(file))).toEqual([]);
    // Tests that name a point stand in its row.
    const missing = [...findTestedRequirements()].flatMap(([mark, files]) => {
      const row = points.find(([number]) => mark === `ASVS ${number}`)?.join(' ');
      return row ? files.filter((file) => !row.includes(file)).map((file) => `${mark} ${file}`) : [];
    });
    expect(missing).toEqual([]);
    // A docs page named for a requirement must contain its quoted names.
    const pages = readFileSync('docs/security.md', 'utf8');
    const named = points.flatMap(([, , , , how = '']) =>
      [...how.matchAll(/"([^"]+)" in security\.md/g)].map(([, name]) => name),
    );
    expect(named.filter((name) => !pages.includes(`\n## ${name}\n`))).toEqual([]);
  });
});
