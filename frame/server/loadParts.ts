import { extendResourceSchema, loadKeys } from '../config/app/resourceKeys.ts';
import { checkFeatures } from '../config/checks/checkNames.ts';
import { addServerTexts } from './base/serverTexts.ts';
import { loadEndpoints } from './http/endpoints.ts';
import { loadJobs } from './jobs/defineJob.ts';
import type { ServerParts } from './parts.ts';
import { getAnnouncedFeatures } from './records/schema/announcedFeatures.ts';
import { loadResources } from './records/schema/loadResources.ts';
import { loadHooks } from './records/write/loadHooks.ts';
import { loadChanges } from './schemaSync/customChanges.ts';

/** Loads the parts of the app from their files, for a start or its plan. Throws a ConfigError with what a start refuses. */
export async function loadParts(app: ServerParts) {
  await addServerTexts(app.plugins);
  const resources = await loadResources(app);
  const schema = extendResourceSchema(await loadKeys(app.plugins ?? []));
  checkFeatures(resources, getAnnouncedFeatures(app, resources), schema);
  const hooks = await loadHooks(resources, undefined, app.folder, app);
  const [endpoints, changes, jobs] = [
    await loadEndpoints(app),
    await loadChanges(app.folder),
    await loadJobs(resources, app.folder, app.jobs),
  ];
  for (const { checkParts } of app.plugins ?? []) checkParts?.({ resources, jobs });
  return { resources, hooks, endpoints, changes, jobs };
}
