import SearchIcon from '@mui/icons-material/Search';
import { InputAdornment, OutlinedInput } from '@mui/material';
import { useListContext, useTranslate } from 'ra-core';
import { useEffect, useState } from 'react';

/** In milliseconds after the last key. */
const SEARCH_DELAY = 250;

/** Searches the config's fields; the address holds the text as `q`. */
export function SearchInput() {
  const t = useTranslate();
  const { filterValues, setFilters } = useListContext();
  const [text, setText] = useState<string>(filterValues.q ?? '');
  useEffect(() => {
    if (text === (filterValues.q ?? '')) return;
    const timer = setTimeout(() => {
      const { q: _before, ...rest } = filterValues;
      setFilters(text ? { ...rest, q: text } : rest, undefined, false);
    }, SEARCH_DELAY);
    return () => clearTimeout(timer);
  }, [text, filterValues, setFilters]);
  return (
    <OutlinedInput
      type="search"
      size="small"
      value={text}
      sx={{ flex: { xs: '1 1 140px', sm: '0 1 240px' } }}
      onChange={(event) => setText(event.target.value)}
      placeholder={t('list.search')}
      slotProps={{ input: { 'aria-label': t('list.search') } }}
      startAdornment={
        <InputAdornment position="start">
          <SearchIcon fontSize="small" />
        </InputAdornment>
      }
    />
  );
}
