import { Box, ListItemButton, Paper, Typography } from '@mui/material';
import { PersonPhoto } from 'portal-frame/browser';
import { useRoleName } from 'portal-frame/browser/plugins';
import { useTranslate } from 'ra-core';
import type { Person } from '../commentConfig.ts';

interface MentionListProps {
  id: string;
  people: readonly Person[];
  active: number;
  onPick: (person: Person) => void;
}

/** People to mention, below the input, which keeps the focus. */
export function MentionList({ id, people, active, onPick }: MentionListProps) {
  const t = useTranslate();
  const roleName = useRoleName();
  return (
    <Paper
      id={id}
      role="listbox"
      aria-label={t('comments.people')}
      elevation={8}
      sx={{ position: 'absolute', bottom: '100%', left: 0, right: 0, maxWidth: 420, zIndex: 'modal', py: 0.5 }}
    >
      {people.map((person, at) => (
        <ListItemButton
          key={person.id}
          id={`${id}-${at}`}
          role="option"
          tabIndex={-1}
          aria-selected={at === active}
          selected={at === active}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onPick(person)}
          sx={{ gap: 1.5 }}
        >
          <PersonPhoto name={person.name} size={28} />
          <Box component="span" sx={{ overflow: 'hidden', textOverflow: 'ellipsis' }}>
            {person.name}
          </Box>
          <Typography component="span" variant="caption" className="quiet">
            {roleName(person.role as never)}
          </Typography>
        </ListItemButton>
      ))}
    </Paper>
  );
}
