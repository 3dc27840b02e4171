import FilterList from '@mui/icons-material/FilterList';
import { Badge, Button } from '@mui/material';
import { useListContext, useTranslate } from 'ra-core';
import { readsCollection } from '../../dataProvider/readsCollection.ts';
import { useView } from '../shared/ResourceViewContext.tsx';
import { useResolvedFilters } from './useResolvedFilters.ts';

interface FilterToggleProps {
  open: boolean;
  onToggle: () => void;
}

/** A button that shows or hides the filter panel, with the number of active filters. Absent without filters. */
export function FilterToggle({ open, onToggle }: FilterToggleProps) {
  const t = useTranslate();
  const { filterValues } = useListContext();
  const filters = useResolvedFilters();
  const hasConditions = readsCollection(useView().resource);
  if (filters.length === 0 && !hasConditions) return null;
  const names = [...filters.map(({ name }) => name), ...(hasConditions ? ['where'] : [])];
  return (
    <Badge badgeContent={names.filter((name) => filterValues[name] !== undefined).length} color="primary">
      <Button variant="outlined" startIcon={<FilterList />} onClick={onToggle} aria-expanded={open}>
        {t(open ? 'list.hideFilters' : 'list.showFilters')}
      </Button>
    </Badge>
  );
}
