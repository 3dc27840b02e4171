import { Box, Button, TextField } from '@mui/material';
import { useTranslate } from 'ra-core';
import { type FormEvent, type KeyboardEvent, useId, useRef, useState } from 'react';
import { MAX_TEXT, type Person, type WireComment } from '../commentConfig.ts';
import { MentionList } from './MentionList.tsx';
import { type Draft, useReaders } from './useComments.ts';

interface CommentFormProps {
  recordId: string;
  /** Text of the button. */
  submit: string;
  pending: boolean;
  initial?: WireComment;
  /** Resolves to true if the comment was saved. */
  onSubmit: (draft: Draft) => Promise<boolean>;
  onCancel?: () => void;
}

/** The word behind an @ before the cursor. */
const MENTION = /(?:^|\s)@([^\s@]{0,40})$/;

/** Writes a comment. @ offers people who see the record; Ctrl+Enter sends. */
export function CommentForm({ recordId, submit, pending, initial, onSubmit, onCancel }: CommentFormProps) {
  const t = useTranslate();
  const listId = useId();
  const input = useRef<HTMLTextAreaElement>(null);
  const [text, setText] = useState(initial?.text ?? '');
  const [picked, setPicked] = useState<Person[]>(initial?.mentions ?? []);
  const [error, setError] = useState('');
  const [word, setWord] = useState<string>();
  const [active, setActive] = useState(0);
  const { data = [] } = useReaders(recordId, word);
  const offered = word === undefined ? [] : data;

  const readWord = () => {
    const { value = '', selectionStart = 0 } = input.current ?? {};
    setWord(MENTION.exec(value.slice(0, selectionStart))?.[1]);
    setActive(0);
  };
  const pick = (person: Person) => {
    const cursor = input.current?.selectionStart ?? text.length;
    const before = `${text.slice(0, cursor - (word?.length ?? 0))}${person.name} `;
    setText(before + text.slice(cursor).trimStart());
    setPicked([...picked, person]);
    setWord(undefined);
    requestAnimationFrame(() => input.current?.setSelectionRange(before.length, before.length));
    input.current?.focus();
  };
  const send = async (event?: FormEvent) => {
    event?.preventDefault();
    const problem = text.trim() === '' ? 'comments.empty' : text.trim().length > MAX_TEXT ? 'comments.tooLong' : '';
    setError(problem && t(problem, { most: MAX_TEXT }));
    if (problem) return input.current?.focus();
    const mentions = picked.filter(({ name }) => text.includes(`@${name}`)).map(({ id }) => id);
    if (!(await onSubmit({ text, mentions: [...new Set(mentions)] }))) return;
    // What was typed meanwhile stays.
    setText((typed) => (typed === text ? '' : typed));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const chosen = offered[active];
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void send(event);
    else if (event.key === 'Escape' && (chosen || onCancel)) {
      event.stopPropagation();
      if (chosen) setWord(undefined);
      else onCancel?.();
    } else if (chosen && step) {
      event.preventDefault();
      setActive((active + step + offered.length) % offered.length);
    } else if (chosen && (event.key === 'Enter' || event.key === 'Tab')) {
      event.preventDefault();
      pick(chosen);
    }
  };
  return (
    <Box component="form" noValidate onSubmit={send} sx={{ display: 'grid', gap: 1, width: '100%', mt: 1 }}>
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
          onChange={(event) => {
            setText(event.target.value);
            setError('');
            readWord();
          }}
          onKeyDown={onKeyDown}
          onBlur={() => setWord(undefined)}
          slotProps={{
            htmlInput: {
              'aria-autocomplete': 'list',
              'aria-controls': offered.length > 0 ? listId : undefined,
              'aria-activedescendant': offered.length > 0 ? `${listId}-${active}` : undefined,
            },
          }}
        />
        {offered.length > 0 && <MentionList id={listId} people={offered} active={active} onPick={pick} />}
      </Box>
      <Box sx={{ display: 'flex', justifyContent: 'flex-end', gap: 1 }}>
        {onCancel && (
          <Button variant="outlined" onClick={onCancel}>
            {t('comments.cancel')}
          </Button>
        )}
        <Button type="submit" variant="contained" loading={pending} loadingPosition="start">
          {submit}
        </Button>
      </Box>
    </Box>
  );
}
