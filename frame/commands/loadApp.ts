import { importDeclaration } from '../build/declarations.ts';
import type { ServerParts } from '../server/parts.ts';

/** Imports the app of server/app.ts. */
export async function loadApp(): Promise<ServerParts> {
  const app = await importDeclaration<ServerParts>('server/app.ts');
  if (!app) throw new Error('There is no server/app.ts.');
  return app;
}
