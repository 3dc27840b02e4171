import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const exportRoles = (code: string): string =>
  code.replace(/^(export )?(default )?(const roles = )?defineRoles\(/m, 'export const roles = defineRoles(');

const exportProfiles = (code: string): string => code.replace(/^defineProfiles\(/m, 'export default defineProfiles(');

const importsName = (code: string, name: string): boolean =>
  code
    .split('\n')
    .some((line) => line.startsWith('import ') && line.split(' from ')[0]?.split(/\W+/).includes(name) === true);

/** Passes a part of src to defineServer instead of importing it for its effect. */
function passPart(code: string, name: string, imported: string): string {
  if (importsName(code.replaceAll(/^import ['"].*$/gm, ''), name)) return code;
  const file = `../src/${name}.ts`;
  return code
    .replace(/defineServer\(\{(\s*)/, (_, space: string) => `defineServer({${space || ' '}${name},${space || ' '}`)
    .replace(`import '${file}';\n`, '')
    .replace(/^(?=import )/m, `import ${imported} from '${file}';\n`);
}

/** Since 0.2.0, server/app.ts names the roles and profiles of src. Returns the changed files. */
export function nameRoles(folder: string): string[] {
  const hasProfiles = existsSync(join(folder, 'src/profiles.ts'));
  const passParts = (code: string) =>
    passPart(hasProfiles ? passPart(code, 'profiles', 'profiles') : code, 'roles', '{ roles }');
  const edits = { 'src/roles.ts': exportRoles, 'src/profiles.ts': exportProfiles, 'server/app.ts': passParts };
  return Object.entries(edits).flatMap(([file, edit]) => {
    const path = join(folder, file);
    if (!existsSync(path)) return [];
    const code = readFileSync(path, 'utf8');
    const next = edit(code);
    if (next !== code) writeFileSync(path, next);
    return next === code ? [] : [file];
  });
}
