import { Box, Typography } from '@mui/material';
import { PersonPhoto, useFormatMoment } from 'portal-frame/browser';
import { useRoleName } from 'portal-frame/browser/plugins';
import { useTranslate } from 'ra-core';
import type { ReactNode } from 'react';
import type { WireComment } from '../commentConfig.ts';

/** Marks mentions in a text: every second part is one. No stored text has the character. */
const splitAtMentions = ({ text, mentions }: WireComment) =>
  mentions.reduce((all, { name }) => all.replaceAll(`@${name}`, `\0@${name}\0`), text).split('\0');

/** A comment: who wrote what, and when. `form` stands in place of its words. */
export function CommentItem(props: { comment: WireComment; form?: ReactNode; children?: ReactNode }) {
  const { comment, form, children } = props;
  const t = useTranslate();
  const formatMoment = useFormatMoment();
  const roleName = useRoleName();
  const { by, at, editedAt } = comment;
  const details = [by.role && roleName(by.role as never), formatMoment(at), editedAt && t('comments.edited')];
  return (
    <Box component="li" sx={{ display: 'grid', gridTemplateColumns: 'auto minmax(0, 1fr)', columnGap: 1.5, py: 1 }}>
      <PersonPhoto name={by.name} size={32} />
      <div>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'baseline', columnGap: 1 }}>
          <strong>{by.name}</strong>
          <Typography className="quiet" variant="caption">
            {details.filter(Boolean).join(' · ')}
          </Typography>
        </Box>
        {form ?? (
          <Box sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere', '& strong': { color: 'primary.main' } }}>
            {splitAtMentions(comment).map((part, index) =>
              // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other key.
              index % 2 === 1 ? <strong key={index}>{part}</strong> : part,
            )}
          </Box>
        )}
        {children}
      </div>
    </Box>
  );
}
