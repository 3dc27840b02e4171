import { Dialog, DialogContent, DialogTitle, InputBase } from '@mui/material';
import { useGetList, useTranslate } from 'ra-core';
import { useId, useMemo, useState } from 'react';
import { getResource } from '../../config/registry.ts';
import { fillTemplate, type ReferenceOptions } from '../../fields/reference.ts';
import { compareHints, ReferenceHint } from '../../inputs/ReferenceHint.tsx';
import type { AnyRecord } from '../../wire/binding.ts';
import { normalizeText } from '../../wire/normalizeText.ts';
import { useView } from '../shared/ResourceViewContext.tsx';
import { useReferenceHints } from './useReferenceHints.ts';

interface ReferencePickerProps {
  title: string;
  field: string;
  records: readonly AnyRecord[];
  onChoose: (id: string) => void;
  onClose: () => void;
}

/**
 * Lists the records that a reference may refer to, best first, with hints. Typing narrows the list; click or Enter
 * chooses.
 */
export default function ReferencePicker({ title, field, records, onChoose, onClose }: ReferencePickerProps) {
  const t = useTranslate();
  const { resource } = useView();
  const id = useId();
  const [typed, setTyped] = useState('');
  const [marked, setMarked] = useState(0);
  const { to, text, when = {}, secondary: under = [] } = resource.fields[field] as unknown as ReferenceOptions;
  const target = getResource(to);
  const { data } = useGetList<AnyRecord>(to, {
    pagination: { page: 1, perPage: 1000 },
    sort: target.list.sort ?? { field: 'id', order: 'ASC' },
    filter: {},
  });
  const hints = useReferenceHints(field, records);
  const shown = useMemo(() => {
    const words = normalizeText(typed).split(/\s+/).filter(Boolean);
    return (data ?? [])
      .filter((one) => Object.entries(when).every(([name, value]) => (one[name] ?? value) === value))
      .map((one) => ({
        id: one.id,
        name: fillTemplate(text, one),
        under: under.map((name) => String(one[name] ?? '')).filter(Boolean),
        hint: hints?.[one.id],
      }))
      .filter(({ name }) => words.every((word) => normalizeText(name).includes(word)))
      .sort(compareHints);
  }, [data, hints, typed, text, when, under]);
  const current = Math.min(marked, shown.length - 1);
  const onKey = (key: string): boolean => {
    if (key === 'ArrowDown') setMarked(Math.min(current + 1, shown.length - 1));
    else if (key === 'ArrowUp') setMarked(Math.max(current - 1, 0));
    else if (key === 'Enter' && shown[current]) onChoose(shown[current].id);
    else return false;
    return true;
  };
  return (
    <Dialog open onClose={onClose} maxWidth="xs" fullWidth aria-labelledby={`${id}-title`}>
      <DialogTitle id={`${id}-title`}>{title}</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 1, gridTemplateRows: 'auto minmax(0, 1fr)' }}>
        <InputBase
          autoFocus
          value={typed}
          placeholder={t('list.search')}
          onChange={(event) => {
            setTyped(event.target.value);
            setMarked(0);
          }}
          onKeyDown={(event) => onKey(event.key) && event.preventDefault()}
          inputProps={{
            role: 'combobox',
            'aria-expanded': true,
            'aria-controls': `${id}-list`,
            'aria-label': t('list.search'),
            'aria-activedescendant': shown[current] ? `${id}-${shown[current].id}` : undefined,
          }}
          sx={{ border: 1, borderColor: 'divider', borderRadius: 2, px: 1.5, py: 0.5 }}
        />
        <div id={`${id}-list`} role="listbox" aria-label={title} className="picker">
          {shown.map((one, index) => (
            <div
              key={one.id}
              id={`${id}-${one.id}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === current}
              className={index === current ? 'picker-option picker-marked' : 'picker-option'}
              onMouseMove={() => setMarked(index)}
              onClick={() => onChoose(one.id)}
              onKeyDown={(event) => onKey(event.key) && event.preventDefault()}
            >
              <span className="picker-name">{one.name}</span>
              <span className="picker-under">{one.under.join(' · ')}</span>
              <ReferenceHint hint={one.hint} />
            </div>
          ))}
          {data && shown.length === 0 && <p className="picker-under">{t('list.nothing')}</p>}
        </div>
      </DialogContent>
    </Dialog>
  );
}
