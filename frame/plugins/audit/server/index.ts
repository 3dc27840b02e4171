import { DateTime } from 'luxon';
import { defineJob, defineServerPlugin, integerVariable, serveCalls } from 'portal-frame/server';
import { z } from 'zod';
import { audit } from '../plugin.ts';
import { auditCalls } from '../wire/auditCalls.ts';
import { archiveAudit } from './archiveAudit.ts';
import { auditHandlers } from './auditHandlers.ts';
import { openAuditJournal } from './auditJournal.ts';
import { auditMigrations } from './auditTables.ts';
import { createAuditTrail, getAuditTrail } from './auditTrail.ts';

declare module 'portal-frame/server' {
  interface AppConfig {
    /** Years that the audit trail stays in the database; 0 for ever. */
    auditYears: number;
  }
}

const archiveJob = defineJob({
  name: 'archive audit trail',
  at: '03:40',
  async run({ services, now }) {
    const { auditYears, timeZone } = services.config;
    if (auditYears === 0) return { archived: 0, deleted: 0 };
    const until = DateTime.fromMillis(now, { zone: timeZone }).startOf('day').minus({ years: auditYears });
    return archiveAudit(services, { now, until: until.toMillis() });
  },
});

export default defineServerPlugin(audit, {
  settings: z.object({ AUDIT_YEARS: integerVariable(0, 100, 0) }),
  migrations: auditMigrations,
  takesOver: ['001_audit'],
  appendOnlyTables: ['audit', 'audit_archives'],
  activityLog: ({ dataDir }, store) => createAuditTrail(store, openAuditJournal(dataDir)),
  calls: serveCalls(auditCalls, auditHandlers, { audit: ['list', 'audit'] }),
  jobs: [archiveJob],
  commands: { 'audit-verify': () => import('./commands/auditVerify.ts') },
  watchedCommands: ['audit_verify'],
  beforeRoutes: [
    (app, services) => {
      const trail = getAuditTrail(services);
      app.addHook('onReady', () =>
        trail.drainJournal((cause) =>
          app.log.error({ err: cause }, 'could not move journalled reads to the audit trail'),
        ),
      );
      app.addHook('onClose', async () => {
        await trail.flush();
        trail.close();
      });
    },
  ],
});
