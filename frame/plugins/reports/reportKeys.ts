import { optional, path, type ResourceKeys } from 'portal-frame/keys';
import { z } from 'zod';
import { checkReports } from './checkReports.ts';
import { reportSchema } from './reportSchema.ts';

export default {
  reports: { schema: z.record(z.string(), reportSchema), check: checkReports },
  'list.totals': {
    schema: optional(
      z.array(z.string()),
      'Reports without groups, shown above the rows for the filters of the list.',
      "['spent']",
      'none',
    ),
  },
  'roles.{name}.reports': { schema: optional(path, 'Path of the report screen.', "'/supply-reports'", 'no screen') },
} satisfies ResourceKeys;
