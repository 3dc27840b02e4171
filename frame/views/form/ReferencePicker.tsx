import { Dialog, DialogContent, DialogTitle, InputBase } from '@mui/material';
import { useGetList, useTranslate } from 'ra-core';
import { type KeyboardEvent, useId, useMemo, useState } from 'react';
import { getResource } from '../../config/registry.ts';
import { fillTemplate } from '../../fields/reference.ts';
import { compareHints, ReferenceHint } from '../../inputs/ReferenceHint.tsx';
import { createChoiceFilter } from '../../parts/matchContext.ts';
import { getReferenceOptions } from '../../parts/referenceOptions.ts';
import type { AnyRecord } from '../../wire/binding.ts';
import { normalizeText } from '../../wire/normalizeText.ts';
import { useView } from '../shared/ResourceViewContext.tsx';
import { useReferenceHints } from './useReferenceHints.ts';

interface ReferencePickerProps {
  title: string;
  field: string;
  records: readonly AnyRecord[];
  onChoose: (id: string, name: string) => void;
  onClose: () => void;
}

/** Returns the records that a reference may refer to and that match the typed words, best first. */
function usePickerOptions(field: string, records: readonly AnyRecord[], typed: string) {
  const { resource } = useView();
  const { to, where, secondary = [], extraOptions, ...own } = getReferenceOptions(resource.fields[field]);
  const target = getResource(to);
  const text = own.text ?? target.title;
  const { data } = useGetList<AnyRecord>(to, {
    pagination: { page: 1, perPage: 1000 },
    sort: target.list.sort ?? { field: 'id', order: 'ASC' },
    filter: {},
  });
  const hints = useReferenceHints(field, records);
  return useMemo(() => {
    const words = normalizeText(typed).split(/\s+/).filter(Boolean);
    const found = data?.filter(createChoiceFilter(where)).map((record) => ({
      id: record.id,
      name: fillTemplate(text, record),
      details: secondary.map((name) => String(record[name] ?? '')).filter(Boolean),
      hint: hints?.[record.id],
    }));
    const others = (extraOptions ?? []).filter((name) => !found?.some((one) => one.name === name));
    return found
      ?.concat(others.map((name) => ({ id: name, name, details: [], hint: undefined })))
      .filter(({ name }) => words.every((word) => normalizeText(name).includes(word)))
      .sort(compareHints);
  }, [data, hints, typed, text, where, secondary, extraOptions]);
}

/** Lists the records that a reference may refer to, best first. Typing narrows the list; click or Enter chooses. */
export default function ReferencePicker({ title, field, records, onChoose, onClose }: ReferencePickerProps) {
  const t = useTranslate();
  const id = useId();
  const [typed, setTyped] = useState('');
  const [marked, setMarked] = useState(0);
  const options = usePickerOptions(field, records, typed);
  const shown = options ?? [];
  const current = Math.min(marked, shown.length - 1);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown') setMarked(Math.min(current + 1, shown.length - 1));
    else if (event.key === 'ArrowUp') setMarked(Math.max(current - 1, 0));
    else if (event.key === 'Enter' && shown[current]) onChoose(shown[current].id, shown[current].name);
    else return;
    event.preventDefault();
  };
  return (
    <Dialog open onClose={onClose} maxWidth="xs" fullWidth aria-labelledby={`${id}-title`}>
      <DialogTitle id={`${id}-title`}>{title}</DialogTitle>
      <DialogContent onKeyDown={onKeyDown} sx={{ display: 'grid', gap: 1, gridTemplateRows: 'auto minmax(0, 1fr)' }}>
        <InputBase
          autoFocus
          value={typed}
          placeholder={t('list.search')}
          onChange={(event) => {
            setTyped(event.target.value);
            setMarked(0);
          }}
          slotProps={{
            input: {
              role: 'combobox',
              'aria-expanded': true,
              'aria-controls': `${id}-list`,
              'aria-label': t('list.search'),
              'aria-activedescendant': shown[current] ? `${id}-${shown[current].id}` : undefined,
            },
          }}
          sx={{ border: 1, borderColor: 'divider', borderRadius: 2, px: 1.5, py: 0.5 }}
        />
        <div id={`${id}-list`} role="listbox" aria-label={title} className="picker">
          {shown.map((option, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the dialog's content handles the keys
            <div
              key={option.id}
              id={`${id}-${option.id}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === current}
              className={index === current ? 'picker-option picker-marked' : 'picker-option'}
              onMouseMove={() => setMarked(index)}
              onClick={() => onChoose(option.id, option.name)}
            >
              <span className="picker-name">{option.name}</span>
              <span className="picker-under">{option.details.join(' · ')}</span>
              <ReferenceHint hint={option.hint} />
            </div>
          ))}
          {options?.length === 0 && <p className="picker-under">{t('list.nothing')}</p>}
        </div>
      </DialogContent>
    </Dialog>
  );
}
