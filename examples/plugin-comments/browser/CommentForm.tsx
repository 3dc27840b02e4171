import { Box, Button, TextField } from '@mui/material';
import { useTranslate } from 'ra-core';
import { type FormEvent, type KeyboardEvent, useId, useRef, useState } from 'react';
import { MAX_TEXT, type Person, type WireComment } from '../commentConfig.ts';
import { MentionList, type Reader } from './MentionList.tsx';
import { useChange, useRead } from './useComments.ts';

/** The word behind an @ before the cursor. */
const MENTION = /(?:^|\s)@([^\s@]{0,40})$/;

/** Writes a comment, or changes `initial`. @ offers people who see the record; Ctrl+Enter sends. */
export function CommentForm(props: { recordId: string; initial?: WireComment; onClose?: () => void }) {
  const { recordId, initial, onClose } = props;
  const t = useTranslate();
  const listId = useId();
  const input = useRef<HTMLTextAreaElement>(null);
  const [text, setText] = useState(initial?.text ?? '');
  const [picked, setPicked] = useState<readonly Person[]>(initial?.mentions ?? []);
  const [error, setError] = useState('');
  const [word, setWord] = useState<string>();
  const [active, setActive] = useState(0);
  const { change, pending } = useChange(recordId);
  const readers = useRead<Reader[]>(
    { path: [recordId, 'comments', 'people'], query: { text: word } },
    word !== undefined,
  );
  const offered = (word !== undefined && readers.data) || [];

  const onChange = () => {
    const { value = '', selectionStart = 0 } = input.current ?? {};
    setText(value);
    setError('');
    setWord(MENTION.exec(value.slice(0, selectionStart))?.[1]);
    setActive(0);
  };
  const pick = (person: Person) => {
    const cursor = input.current?.selectionStart ?? text.length;
    const before = `${text.slice(0, cursor - (word?.length ?? 0))}${person.name} `;
    setText(before + text.slice(cursor).trimStart());
    setPicked([...picked, person]);
    setWord(undefined);
    input.current?.focus();
    requestAnimationFrame(() => input.current?.setSelectionRange(before.length, before.length));
  };
  const send = async (event: FormEvent | KeyboardEvent) => {
    event.preventDefault();
    const problem = text.trim() === '' ? 'comments.empty' : text.trim().length > MAX_TEXT ? 'comments.tooLong' : '';
    setError(problem && t(problem, { most: MAX_TEXT }));
    if (problem) return input.current?.focus();
    const mentions = [...new Set(picked.filter(({ name }) => text.includes(`@${name}`)).map(({ id }) => id))];
    const own = initial && { id: initial.id, version: initial.version };
    if (!(await change({ method: own ? 'PUT' : 'POST', body: { ...own, text, mentions } }))) return;
    // New words stay.
    setText((typed) => (typed === text ? '' : typed));
    onClose?.();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const chosen = offered[active];
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void send(event);
    if (!chosen) return;
    if (step) setActive((active + step + offered.length) % offered.length);
    else if (event.key === 'Escape') setWord(undefined);
    else if (event.key === 'Enter' || event.key === 'Tab') pick(chosen);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const aria = offered.length > 0 && { 'aria-controls': listId, 'aria-activedescendant': `${listId}-${active}` };
  return (
    <Box component="form" noValidate onSubmit={send} sx={{ display: 'grid', gap: 1, mt: 1 }}>
      <Box sx={{ position: 'relative' }}>
        <TextField
          inputRef={input}
          label={t(initial ? 'comments.change' : 'comments.input')}
          value={text}
          multiline
          fullWidth
          minRows={2}
          maxRows={10}
          autoFocus={initial !== undefined}
          error={error !== ''}
          helperText={error || (initial ? undefined : t('comments.hint'))}
          onChange={onChange}
          onKeyDown={onKeyDown}
          onBlur={() => setWord(undefined)}
          slotProps={{ htmlInput: { 'aria-autocomplete': 'list', ...aria } }}
        />
        {offered.length > 0 && <MentionList id={listId} people={offered} active={active} onPick={pick} />}
      </Box>
      <Box sx={{ display: 'flex', justifyContent: 'flex-end', gap: 1 }}>
        {onClose && (
          <Button variant="outlined" onClick={onClose}>
            {t('comments.cancel')}
          </Button>
        )}
        <Button type="submit" variant="contained" loading={pending} loadingPosition="start">
          {t(initial ? 'comments.save' : 'comments.add')}
        </Button>
      </Box>
    </Box>
  );
}
