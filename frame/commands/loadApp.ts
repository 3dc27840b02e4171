import { importDeclaration } from '../build/declarations.ts';
import type { ServerParts } from '../server/parts.ts';

/** Imports the app of server/app.ts. */
export async function loadApp(): Promise<ServerParts> {
  await importDeclaration('src/roles.ts');
  return (await importDeclaration<ServerParts>('server/app.ts')) ?? { name: 'Portal' };
}
