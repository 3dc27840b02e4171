import { optional, type ResourceKeys } from 'portal-frame/keys';
import { z } from 'zod';

export default {
  comments: {
    schema: optional(z.literal(true), 'Its records have comments.', 'true', 'no comments'),
    check({ name, comments, api, table }, report) {
      if (comments && api && !table) report('comments', comments, `records of this server: ${name} has no table`);
    },
  },
} satisfies ResourceKeys;
