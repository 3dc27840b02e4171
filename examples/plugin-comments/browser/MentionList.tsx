import { ListItemButton, Paper } from '@mui/material';
import { PersonPhoto } from 'portal-frame/browser';
import { useRoleName } from 'portal-frame/browser/plugins';
import { useTranslate } from 'ra-core';
import type { WireComment } from '../commentConfig.ts';

export type Reader = WireComment['by'];

/** People to mention, above the input, which keeps the focus. */
export function MentionList(props: {
  id: string;
  people: readonly Reader[];
  active: number;
  onPick: (person: Reader) => void;
}) {
  const { id, people, active, onPick } = props;
  const t = useTranslate();
  const roleName = useRoleName();
  const place = { position: 'absolute', bottom: '100%', left: 0, right: 0, maxWidth: 420, zIndex: 'modal' } as const;
  return (
    <Paper id={id} role="listbox" aria-label={t('comments.people')} elevation={8} sx={place}>
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
          {person.name}
          <span className="quiet">{roleName(person.role as never)}</span>
        </ListItemButton>
      ))}
    </Paper>
  );
}
