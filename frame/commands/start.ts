// npm start: builds the portal if it is outdated, then starts the server.
import { buildPortal, isBuilt } from '../build/portalBuild.ts';

if (!isBuilt()) {
  console.log('Building the portal ...');
  if (!buildPortal()) process.exit(1);
}
await import('./serve.ts');
