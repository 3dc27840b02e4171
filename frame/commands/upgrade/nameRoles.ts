import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const IMPORT = "import { roles } from '../src/roles.ts';\n";

const exportRoles = (code: string): string =>
  code.replace(/^(export )?(const roles = )?defineRoles\(/m, 'export const roles = defineRoles(');

const importsRoles = (code: string): boolean =>
  code.split('\n').some((line) => line.startsWith('import ') && /\broles\b/.test(line.split(' from ')[0] ?? ''));

function passRoles(code: string): string {
  if (importsRoles(code)) return code;
  const named = code.replace(/defineServer\(\{(\s+)/, 'defineServer({$1roles,$1');
  const withoutSideEffect = named.replace(/^import '..\/src\/roles.ts';\n/m, '');
  return withoutSideEffect.replace(/^(?=import )/m, IMPORT);
}

/** Since 0.2.0, server/app.ts names the roles of src/roles.ts. Returns the changed files. */
export function nameRoles(folder: string): string[] {
  const edits = { 'src/roles.ts': exportRoles, 'server/app.ts': passRoles };
  return Object.entries(edits).flatMap(([file, edit]) => {
    const path = join(folder, file);
    if (!existsSync(path)) return [];
    const code = readFileSync(path, 'utf8');
    const next = edit(code);
    if (next !== code) writeFileSync(path, next);
    return next === code ? [] : [file];
  });
}
