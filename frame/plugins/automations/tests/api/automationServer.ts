import { appendFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import type { AnyResource } from '../../../../config/resource.ts';
import { defineResource } from '../../../../config/resource.ts';
import { email, number, text } from '../../../../fields/index.ts';
import { languages } from '../../../../server/base/languages.ts';
import { buildApp } from '../../../../server/buildApp.ts';
import { readConfig } from '../../../../server/config.ts';
import { createServices } from '../../../../server/createServices.ts';
import { defineJob } from '../../../../server/jobs/defineJob.ts';
import { openStore } from '../../../../server/migrations/openStore.ts';
import { withOwn } from '../../../../tests/api/harness.ts';
import workshop from '../../../../tests/app/server/app.ts';

/** Each change of a parcel runs a job and sends a mail. */
export const parcels = defineResource({
  name: 'parcels',
  icon: 'inventory',
  title: '{title}',
  fields: { title: text({ required: true }), count: number({ required: true }), customer: email({ required: true }) },
  list: { columns: ['title'] },
  create: { groups: [{ label: 'Parcel', fields: ['title', 'count', 'customer'] }] },
  automations: {
    work: { on: { create: true, update: true }, job: 'work' },
    told: { on: { create: true, update: true }, mail: { to: ['customer'] } },
  },
  roles: { admin: { can: ['list', 'create', 'edit', 'delete'] } },
}) as unknown as AnyResource;

/** A server in a process of its own. Its job appends record and count to WORK_LOG. */
async function serve(log: string): Promise<void> {
  const texts = { 'automations.parcels.told.subject': 'Parcel', 'automations.parcels.told.text': 'count=%{count}' };
  for (const language of ['en', 'es']) languages.set(language, { ...languages.get(language), ...texts });
  const work = defineJob({
    name: 'work',
    resource: 'parcels',
    async run(_context, { id, count }) {
      await pause(Math.random() * 15);
      appendFileSync(log, `${id} ${count}\n`);
    },
  });
  const config = readConfig(process.env, workshop);
  const services = createServices(config, await openStore(config), { resources: withOwn([parcels]), jobs: [work] });
  const app = await buildApp(services);
  process.send?.({ address: await app.listen({ port: 0, host: '127.0.0.1' }) });
}
if (process.env.WORK_LOG) await serve(process.env.WORK_LOG);
