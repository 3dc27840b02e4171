import { findNearestName } from '../config/checks/nearestName.ts';
import type { AnyResource } from '../config/resource.ts';
import * as kinds from '../fields/index.ts';
import { splitWords } from '../i18n/translateMessage.ts';
import type { Roles } from '../wire/roles.ts';

/** An invalid argument of `npm run new:resource`; the message shows a valid one. */
export class UsageError extends Error {}

interface NewField {
  name: string;
  kind: string;
  code: string;
}

const CHOICES_HINT = 'a choice needs its values: state:choice(New|Used)';
const FIELD_KINDS = Object.keys(kinds).filter((kind) => !['password', 'children'].includes(kind));

function parseField(word: string, resources: readonly AnyResource[]): NewField {
  const match = /^(\w+):(\w+)(?:\((.*)\))?(!?)$/.exec(word);
  if (!match)
    throw new UsageError(`"${word}" is no field. Write name:kind, and a ! after it where it is required: name:text!`);
  const [, name = '', kind = '', inside, mark] = match;
  if (!/^[a-z]/.test(name)) throw new UsageError(`"${name}" is no name for a field: it starts with a small letter.`);
  if (kind === 'children')
    throw new UsageError(
      `${name}: rows are records of another resource that refer to this one. Make that one first, then write ${name}: children({ ... }) as docs/reference.md shows under Relations.`,
    );
  if (!FIELD_KINDS.includes(kind)) {
    const meant = findTarget(kind, resources);
    if (meant) throw new UsageError(`"${kind}" is no kind of field. Did you mean ${name}:reference(${meant.name})?`);
    const hint = findNearestName(kind, FIELD_KINDS);
    throw new UsageError(
      `"${kind}" is no kind of field. ${hint ? `Did you mean "${hint}"? ` : ''}The kinds are: ${FIELD_KINDS.join(', ')}.`,
    );
  }
  const options = [...(mark ? ['required: true'] : []), ...parseOptions(name, kind, inside, resources)];
  return { name, kind, code: `${kind}(${options.length > 0 ? `{ ${options.join(', ')} }` : ''})` };
}

function parseOptions(name: string, kind: string, inside: string | undefined, resources: readonly AnyResource[]) {
  if (kind === 'choice') {
    const values = (inside ?? '').split('|').map((value) => value.trim());
    if (values.some((value) => value === '')) throw new UsageError(`${name}: ${CHOICES_HINT}.`);
    return [`choices: [${values.map((value) => JSON.stringify(value)).join(', ')}]`, 'chip: true'];
  }
  if (kind !== 'reference' && kind !== 'references') return [];
  const names = resources.map((one) => one.name);
  const targetName = inside ?? findTarget(name, resources)?.name ?? `${name}s`;
  const target = resources.find((one) => one.name === targetName);
  if (!target) {
    const hint = findNearestName(targetName, names);
    throw new UsageError(
      hint
        ? `${name}: there is no resource "${targetName}"; did you mean "${hint}"? Name it: ${name}:${kind}(${hint})`
        : `${name}: there is no resource "${targetName}". Name one of these, such as ${name}:${kind}(${names[0]}): ${names.join(', ')}.`,
    );
  }
  return [`to: '${target.name}'`];
}

const findTarget = (word: string, resources: readonly AnyResource[]) =>
  resources.find(({ name }) => [`${word}s`, word.replace(/y$/, 'ies'), word].includes(name));

/**
 * Renders the files of a new resource, not formatted yet. `appTest` is for apps without tests/api/collectionTest.ts.
 */
export function createResourceFiles(
  name: string | undefined,
  typed: readonly string[],
  resources: readonly AnyResource[],
  roles: Roles,
) {
  if (!name || typed.length === 0)
    throw new UsageError(
      'Type a name and its fields: npm run new:resource -- supplies name:text! quantity:number expiresOn:date',
    );
  if (!/^[a-z][a-zA-Z0-9]*$/.test(name))
    throw new UsageError(`"${name}" is no name for a resource: letters and digits, a small letter first, as supplies.`);
  if (resources.some((one) => one.name === name)) throw new UsageError(`There is a resource "${name}" already.`);
  const fields = typed.map((word) => parseField(word, resources));
  const twice = fields.find((field, index) => fields.findIndex((one) => one.name === field.name) !== index);
  if (twice) throw new UsageError(`The field "${twice.name}" is there twice.`);
  const title = (fields.find(({ kind }) => kind === 'text') ?? fields[0])?.name ?? '';
  return { config: renderConfig(name, title, fields, roles), test: renderTest(name), appTest: renderAppTest(name) };
}

const formatList = (names: readonly string[]) => `[${names.map((name) => `'${name}'`).join(', ')}]`;

const toSingular = (many: string) => many.replace(/ies$/, 'y').replace(/s$/, '');

function renderConfig(name: string, title: string, fields: readonly NewField[], { managers }: Roles): string {
  const names = fields.map((field) => field.name);
  const of = (...kinds: string[]) => fields.filter(({ kind }) => kinds.includes(kind)).map((field) => field.name);
  const used = FIELD_KINDS.filter((kind) => fields.some((field) => field.kind === kind));
  return `import { ${[...used, 'defineResource', 'manage'].join(', ')} } from 'portal-frame';

/** ${splitWords(name)}: say here what one of them is. */
export default defineResource({
  name: '${name}',
  icon: 'inventory',
  title: '{${title}}',
  label: { one: '${toSingular(splitWords(name))}', many: '${splitWords(name)}' },
  fields: {
${fields.map((field) => `    ${field.name}: ${field.code},`).join('\n')}
  },
  list: {
    columns: ${formatList(names.slice(0, 7))},
    filters: ${formatList(of('choice', 'reference', 'toggle', 'date'))},
    sortable: ${formatList(of('text', 'number', 'money', 'date', 'dateTime', 'choice', 'email'))},
    sort: { field: '${title}', order: 'ASC' },
    search: ${formatList(of('text', 'longText', 'email', 'phone', 'address'))},
  },
  roles: {
    ${managers[0] ?? 'admin'}: manage,
  },
});
`;
}

const renderTest = (name: string): string => `import ${name} from '../../src/resources/${name}.ts';
import { testCollection } from './collectionTest.ts';

testCollection(${name});
`;

const renderAppTest = (name: string): string => `import { type RunningApp, startApp } from 'portal-frame/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';

let app: RunningApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app?.stop());

test('${name}: the list is there, for whoever is signed in', async () => {
  const { email, password } = app.manager;
  const manager = await app.signIn(email, password);
  expect(await manager.get('/collections/${name}')).toEqual({ code: 200, body: [] });
  expect((await fetch(\`\${app.url}/api/v1/collections/${name}\`)).status).toBe(401);
});
`;
