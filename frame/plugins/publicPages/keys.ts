import type { ResourceKeys } from 'portal-frame/keys';
import { z } from 'zod';
import { checkPublic } from './checkPublic.ts';
import { linkSchema } from './linkConfig.ts';

export default { links: { schema: z.record(z.string(), linkSchema), check: checkPublic } } satisfies ResourceKeys;
