import { Autocomplete, Box } from '@mui/material';
import type { AnyRecord, ViewProps } from 'portal-frame';
import { getRecordPath } from 'portal-frame/browser';
import {
  isShortcut,
  SearchField,
  SearchResult,
  SHORTCUT,
  takeEarlyText,
  useEnterWhileLoading,
  useRecordSearch,
} from 'portal-frame/search';
import { TOUCH_SIZE } from 'portal-frame/tokens';
import { useTranslate } from 'ra-core';
import { type RefObject, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';

/** Finds an appointment by patient. Ctrl/Cmd+K focuses it (spec 2); pressed again, it opens the palette. */
export default function QuickSearch({ resource, role }: ViewProps) {
  const t = useTranslate();
  const navigate = useNavigate();
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  const [open, setOpen] = useState(false);
  const { found: hits, searching, error } = useRecordSearch([resource], text);
  const found = hits.flatMap((hit) => (hit.resource.name === resource.name ? hit.record : []));
  const openRecord = (record: AnyRecord | null | undefined) => {
    if (!record) return;
    setText('');
    input.current?.blur();
    navigate(getRecordPath(resource.roles[role]?.list ?? '', record.id));
  };
  const enter = useEnterWhileLoading({ text: text.trim(), loading: searching, onEnter: () => openRecord(found[0]) });
  useShortcutFocus(input, (typed) => {
    setText(typed);
    setOpen(true);
  });
  return (
    <Autocomplete<AnyRecord>
      options={found}
      filterOptions={(options) => options}
      getOptionLabel={({ patientName }) => String(patientName)}
      getOptionKey={({ id }) => id}
      value={null}
      inputValue={text}
      onInputChange={(_event, value, reason) => setText(reason === 'selectOption' ? '' : value)}
      {...enter}
      onChange={(_event, chosen) => openRecord(chosen)}
      open={open && text.trim() !== ''}
      onOpen={() => setOpen(true)}
      onClose={() => setOpen(false)}
      loading={searching}
      loadingText={t('nav.searching')}
      noOptionsText={error ? error.message : t('nav.notFound')}
      forcePopupIcon={false}
      blurOnSelect
      autoHighlight
      renderOption={({ key, ...props }, record) => (
        <Box component="li" key={key} {...props}>
          <SearchResult resource={resource} record={record} />
        </Box>
      )}
      renderInput={(params) => (
        <SearchField
          {...params}
          inputRef={input}
          placeholder={`${t('nav.searchHint')} (${SHORTCUT})`}
          name={t('nav.search')}
        />
      )}
      slotProps={{ popper: { sx: { minWidth: 'min(420px, calc(100vw - 24px))' } } }}
      sx={collapsibleStyles}
    />
  );
}

/** Focuses the search on Ctrl/Cmd+K, and takes over the text typed after it before the portal had loaded. */
function useShortcutFocus(input: RefObject<HTMLInputElement | null>, onEarlyText: (text: string) => void) {
  const takeText = useEffectEvent(onEarlyText);
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const element = event.target instanceof Element ? event.target : null;
      // A second press belongs to the palette. Dialogs keep the focus.
      if (!isShortcut(event) || element === input.current || element?.closest('[role="dialog"]')) return;
      event.preventDefault();
      input.current?.focus();
      input.current?.select();
    };
    // Capture phase, before the palette's listener.
    window.addEventListener('keydown', onKey, true);
    const early = takeEarlyText();
    if (early !== null) {
      input.current?.focus();
      takeText(early);
    }
    return () => window.removeEventListener('keydown', onKey, true);
  }, [input]);
}

/** On a phone only an icon until focused, then over the header. */
const collapsibleStyles = {
  maxWidth: { md: 420 },
  '&:not(:focus-within)': {
    width: { xs: TOUCH_SIZE, sm: 1 },
    '& input': { px: { xs: 0, sm: 1.5 } },
    '& fieldset': { borderWidth: { xs: 0, sm: 1 } },
  },
  '&:focus-within': {
    position: { xs: 'absolute', sm: 'static' },
    top: 12,
    left: 12,
    right: 12,
    width: { xs: 'auto', sm: 1 },
    zIndex: 2,
  },
} as const;
