import { checkFeatures } from '../config/checks/checkNames.ts';
import { checkAutomationParts } from './automations/automationList.ts';
import { loadEndpoints } from './http/endpoints.ts';
import { loadJobs } from './jobs/defineJob.ts';
import type { ServerParts } from './parts.ts';
import { getAnnouncedFeatures } from './records/schema/announcedFeatures.ts';
import { loadResources } from './records/schema/loadResources.ts';
import { loadHooks } from './records/write/loadHooks.ts';
import { loadChanges } from './schemaSync/customChanges.ts';

/** Loads the parts of the app from their files, for a start or its plan. Throws a ConfigError with what a start refuses. */
export async function loadParts(app: ServerParts) {
  const resources = await loadResources(app);
  checkFeatures(resources, getAnnouncedFeatures(app, resources));
  const hooks = await loadHooks(resources, undefined, app.folder);
  const [endpoints, changes, jobs] = [
    await loadEndpoints(app),
    await loadChanges(app.folder),
    await loadJobs(resources, app.folder),
  ];
  checkAutomationParts(resources, jobs);
  return { resources, hooks, endpoints, changes, jobs };
}
